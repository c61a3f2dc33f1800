// The page: what the API says, kept up to date.

import {ask, hasToken, setToken, Unauthorized} from './api.js';
import {leave, showGroup, showLineage, wire} from './group.js';
import {changed, hideParts, message, place} from './view.js';
import {$, badge, count, element, name, path} from './words.js';

const REFRESH_MS = 3000;
const PER_PAGE = 100;
let limit = PER_PAGE;
let refreshing = false;
let again = false;
// ---- the list

function showClusters(clusters) {
  changed('clusters', clusters.map(each => each.cluster), names => {
    const wanted = place().cluster;
    $('clusters').hidden = names.length < 2;
    $('cluster').replaceChildren(...names.map(each => {
      const option = element('option', each);
      option.value = each;
      return option;
    }));
    if (names.includes(wanted)) {
      $('cluster').value = wanted;
    }
  });
}

function showGroups(answer, cluster) {
  $('count').textContent = count(answer.total, 'group');
  $('more').hidden = answer.groups.length >= answer.total;
  changed('groups', [answer, place()], () => {
    $('groups').replaceChildren(...answer.groups.map(group => {
      const link = element('a');
      link.href = '#groups/' + path(cluster.cluster, group.group);
      if (group.group === place().group) {
        link.setAttribute('aria-current', 'true');
      }
      const text = group.description === undefined
        ? group.reason
        : count(group.description.nodes, 'node') + ', ' + count(group.description.bytes, 'byte');
      const small = element('small');
      small.append(name(text));
      link.append(name(group.group), badge(group.state), small);
      const item = element('li');
      item.append(link);
      return item;
    }));
  });
}

/** Says why nothing is there. */
function showEmpty(cluster, total) {
  if (!cluster.loaded) {
    message('note', 'The store is still reading what was kept.');
  } else if (total > 0) {
    message('note', 'Choose a group to see its topology.');
  } else if ($('search').value !== '' || $('state').value !== '') {
    message('note', 'No group matches.');
  } else {
    message('note', 'No Streams group has been seen yet.',
        'As soon as an application that uses group.protocol=streams joins through this proxy, it is listed here.',
        'Clients of Kafka 4.4 push their topology; for older ones an outline is shown.');
  }
}

// ---- keeping up

async function show(clusters) {
  $('login').hidden = true;
  $('columns').hidden = false;
  showClusters(clusters);
  const {view, cluster: wanted, group} = place();
  $('to-groups').ariaCurrent = view === 'groups' ? 'page' : null;
  $('to-lineage').ariaCurrent = view === 'lineage' ? 'page' : null;
  document.body.classList.toggle('chosen', view === 'lineage' || group !== '');
  const cluster = clusters.find(each => each.cluster === wanted) ?? clusters[0];
  if (cluster === undefined) {
    hideParts('heading', 'detail');
    message('note', 'Topology descriptions are off: set group.streams.topology.description.class to something else than none.');
    return;
  }
  const search = new URLSearchParams({limit, search: $('search').value, state: $('state').value});
  const groups = await ask('clusters/' + path(cluster.cluster) + '/groups?' + search);
  showGroups(groups, cluster);
  if (view === 'lineage') {
    await showLineage(cluster.cluster);
  } else if (group !== '') {
    await showGroup(cluster.cluster, group);
  } else if (location.hash === '' && groups.total === 1 && $('search').value === '' && $('state').value === '') {
    // Nothing to choose from.
    location.replace('#groups/' + path(cluster.cluster, groups.groups[0].group));
  } else {
    hideParts('heading', 'detail');
    showEmpty(cluster, groups.total);
  }
  if (!cluster.showsDescriptions) {
    message('note', 'The plugin of this cluster is no store of Topoxy, so its descriptions cannot be shown here.');
  }
}

function live(text, well) {
  $('live').textContent = text;
  $('live').className = well ? '' : 'trouble';
}

async function refresh() {
  if (refreshing) {
    again = true;
    return;
  }
  refreshing = true;
  try {
    await show((await ask('clusters')).clusters);
    live('live', true);
  } catch (failure) {
    if (failure instanceof Unauthorized) {
      $('columns').hidden = true;
      $('login').hidden = false;
      $('login-failure').textContent = hasToken() ? 'This is not the token.' : '';
      live('token needed', true);
    } else {
      live(failure.status === undefined ? 'the proxy does not answer' : failure.message, false);
    }
  } finally {
    refreshing = false;
    if (again) {
      again = false;
      refresh();
    }
  }
}

window.addEventListener('hashchange', () => {
  leave();
  refresh();
  if (place().group !== '') {
    $('main').focus();
  }
});
$('to-groups').addEventListener('click', event => { event.preventDefault(); location.hash = 'groups/' + path(place().cluster); });
$('to-lineage').addEventListener('click', event => { event.preventDefault(); location.hash = 'lineage/' + path(place().cluster); });
$('cluster').addEventListener('change', () => { location.hash = place().view + '/' + path($('cluster').value); });
$('search').addEventListener('input', refresh);
$('state').addEventListener('change', refresh);
$('more').addEventListener('click', () => { limit = Math.min(1000, limit + PER_PAGE); refresh(); });
wire(refresh);
$('login').addEventListener('submit', event => {
  event.preventDefault();
  setToken($('token').value);
  refresh();
});
$('theme').addEventListener('click', () => {
  const next = {auto: 'light', light: 'dark', dark: 'auto'}[document.documentElement.dataset.theme ?? 'auto'];
  setTheme(next);
  localStorage.setItem('theme', next);
});

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  $('theme').textContent = 'Theme: ' + theme;
}

setTheme(localStorage.getItem('theme') ?? 'auto');
refresh();
setInterval(() => {
  if (!document.hidden) {
    refresh();
  }
}, REFRESH_MS);
