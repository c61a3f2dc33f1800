// The page: what the API says, kept up to date. Everything that comes from a client of Kafka is set as text, never as markup.

import {Drawing} from './drawing.js';

const REFRESH_MS = 3000;
const PER_PAGE = 100;
const $ = id => document.getElementById(id);

let token = sessionStorage.getItem('token') ?? '';
let limit = PER_PAGE;
let versions = [];
let followNewest = true;
let refreshing = false;
let again = false;
const shown = new Map();

const drawing = new Drawing($('drawing'), showNode);

class Unauthorized extends Error {}

/** The body of an answer; an error with the server's own words where it has none. */
async function ask(path, as = 'json') {
  const response = await fetch('api/v1/' + path, {headers: token === '' ? {} : {Authorization: 'Bearer ' + token}});
  if (response.status === 401) {
    throw new Unauthorized();
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    const failure = new Error(problem.detail ?? 'The server answered ' + response.status + '.');
    failure.status = response.status;
    throw failure;
  }
  return response[as]();
}

/** Runs the update only where the value is another than last time, so that nothing flickers. */
function changed(key, value, update) {
  const text = JSON.stringify(value);
  if (shown.get(key) !== text) {
    shown.set(key, text);
    update(value);
  }
}

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) {
    made.textContent = text;
  }
  if (className !== undefined) {
    made.className = className;
  }
  return made;
}

/** Long names are cut for the eye, and none turns the direction of its own text or of what stands around it. */
function name(text) {
  const cut = text.length > 300 ? text.slice(0, 250) + '… (' + text.length + ' characters)' : text;
  return element('bdi', cut.replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '\ufffd'));
}

function path(...parts) {
  return parts.map(encodeURIComponent).join('/');
}

function place() {
  const [view, cluster, group] = location.hash.replace(/^#/, '').split('/').map(decodeURIComponent);
  return {view: view === 'lineage' ? 'lineage' : 'groups', cluster: cluster || $('cluster').value, group: group ?? ''};
}

function when(text) {
  return text === undefined ? 'not since the proxy started' : new Date(text).toLocaleString();
}

function message(...lines) {
  changed('message', lines, () => $('message').replaceChildren(...lines.map(line => element('p', line))));
}

// ---- the list

function showClusters(clusters) {
  changed('clusters', clusters.map(each => each.cluster), names => {
    const wanted = place().cluster;
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
  $('count').textContent = answer.total === 1 ? '1 group' : answer.total + ' groups';
  $('more').hidden = answer.groups.length >= answer.total;
  changed('groups', [answer, place()], () => {
    $('groups').replaceChildren(...answer.groups.map(group => {
      const link = element('a');
      link.href = '#groups/' + path(cluster.cluster, group.group);
      if (group.group === place().group) {
        link.setAttribute('aria-current', 'true');
      }
      const state = element('span', group.state, 'state ' + group.state);
      const text = group.description === undefined
        ? group.reason
        : group.description.nodes + ' nodes, ' + group.description.bytes.toLocaleString('en') + ' bytes';
      const small = element('small');
      small.append(name(text));
      link.append(name(group.group), state, small);
      const item = element('li');
      item.append(link);
      return item;
    }));
  });
}

/** Says why nothing is there. */
function showEmpty(cluster, total) {
  if (!cluster.loaded) {
    message('The store is still reading what was kept.');
  } else if (total > 0) {
    message('Choose a group to see its topology.');
  } else if ($('search').value !== '' || $('state').value !== '') {
    message('No group matches.');
  } else {
    message('No Streams group has been seen yet.',
        'As soon as an application that uses group.protocol=streams joins through this proxy, it is listed here.',
        'Clients of Kafka 4.4 push their topology; for older ones an outline is shown.');
  }
}

// ---- one group

function showFacts(group) {
  $('name').replaceChildren(name(group.group));
  const facts = [['State', group.state], ['Members seen here', String(group.members)], ['Last seen', when(group.lastSeen)],
    ['First seen', when(group.firstSeen)]];
  if (group.topologyEpoch !== undefined) {
    facts.push(['Topology epoch', String(group.topologyEpoch)]);
  }
  if (group.topologyDescriptionId !== undefined) {
    facts.push(['Description id', group.topologyDescriptionId]);
  }
  if (group.description !== undefined) {
    facts.push(['Size', group.description.bytes.toLocaleString('en') + ' bytes'], ['Stored', when(group.description.storedAt)]);
  }
  $('facts').replaceChildren(...facts.map(([what, value]) => {
    const pair = element('div');
    const dd = element('dd');
    dd.append(name(value));
    pair.append(element('dt', what), dd);
    return pair;
  }));
}

function showHistory(list) {
  changed('history', list.map(version => version.topologyDescriptionId), () => {
    $('version').max = String(list.length - 1);
    if (followNewest) {
      $('version').value = $('version').max;
    }
  });
  versions = list;
  $('history').hidden = list.length === 0;
  const at = versionAt();
  $('version').disabled = list.length < 2;
  $('compare').disabled = at + 1 >= list.length;
  if (at >= 0) {
    const version = list[at];
    $('version-text').textContent = (list.length - at) + ' of ' + list.length + ', ' + when(version.storedAt)
      + (version.clientId === '' ? '' : ', by ' + version.clientId.slice(0, 80));
  }
}

/** The slider runs from the oldest to the newest, the list the other way. */
function versionAt() {
  return versions.length - 1 - Number($('version').value);
}

async function showGroup(cluster, id) {
  const base = 'clusters/' + path(cluster) + '/groups/' + path(id);
  let group;
  try {
    group = await ask(base);
  } catch (failure) {
    if (failure.status !== 404) {
      throw failure;
    }
    $('detail').hidden = true;
    message('There is no group of this name, or it has not been seen since the proxy started.');
    return;
  }
  changed('facts', group, showFacts);
  if (group.description === undefined) {
    $('history').hidden = true;
    $('consequences').hidden = true;
    $('described').hidden = true;
    $('detail').hidden = false;
    $('picture').hidden = group.outline === undefined;
    $('tools').hidden = group.outline === undefined;
    if (group.outline !== undefined) {
      message('Only an outline: its clients are older than 4.4 and push no description. What is inside the sub-topologies'
        + ' is not known.');
      await draw(base + '/outline.svg');
    } else {
      message(group.state === 'refused' ? 'Refused: ' + group.reason : 'No description is stored: ' + group.reason + '.');
      drawing.clear();
      shown.delete('drawing');
    }
    return;
  }
  if (group.state === 'stored') {
    message();
  } else {
    message('The group has a newer topology than the one that is shown: ' + group.reason + '.');
  }
  $('detail').hidden = false;
  $('picture').hidden = false;
  $('tools').hidden = false;
  showHistory((await ask(base + '/history')).versions);
  const at = versionAt();
  const version = versions[at].topologyDescriptionId;
  const comparing = $('compare').checked && at + 1 < versions.length;
  if (comparing) {
    const pair = '?from=' + versions[at + 1].topologyDescriptionId + '&to=' + version;
    const diff = await ask(base + '/diff' + pair);
    changed('diff', diff.consequences, consequences => $('consequences').replaceChildren(
      ...(consequences.length === 0 ? ['No consequence for state or topics.'] : consequences)
        .map(text => element('li', text))));
    await draw(base + '/diff.svg' + pair);
  } else {
    await draw(base + '/topology.svg?version=' + version);
  }
  $('consequences').hidden = !comparing;
  $('described').hidden = false;
  const text = await ask(base + '/topology.txt?version=' + version, 'text');
  changed('text', text, () => { $('text').textContent = text; });
}

async function draw(picture) {
  const svg = await ask(picture, 'text');
  changed('drawing', svg, () => drawing.show(svg));
}

async function showLineage(cluster) {
  const lineage = await ask('clusters/' + path(cluster) + '/lineage');
  $('facts').replaceChildren();
  shown.delete('facts');
  $('name').textContent = 'Applications and topics of ' + cluster;
  for (const id of ['history', 'consequences', 'described']) {
    $(id).hidden = true;
  }
  if (lineage.applications.length === 0) {
    $('detail').hidden = true;
    message('No description is stored yet, so there is nothing to connect.');
    return;
  }
  message();
  $('detail').hidden = false;
  $('picture').hidden = false;
  $('tools').hidden = false;
  await draw('clusters/' + path(cluster) + '/lineage.svg');
}

// ---- one node

function showNode(node) {
  $('node').hidden = node === null;
  if (node === null) {
    return;
  }
  const title = element('h3');
  title.append(name(node.name));
  const copy = element('button', 'Copy name');
  copy.type = 'button';
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(node.name);
      copy.textContent = 'Copied';
    } catch {
      copy.textContent = 'Copying is not allowed here';
    }
  });
  const parts = [title, element('p', node.kind + (node.note === '' || node.note === node.kind ? '' : ', ' + node.note)
    + (node.mark === '' ? '' : ', ' + node.mark)), copy];
  for (const [what, names] of [['From', node.before], ['To', node.after]]) {
    if (names.length > 0) {
      const list = element('ul');
      list.append(...names.map(each => {
        const item = element('li');
        item.append(name(each));
        return item;
      }));
      parts.push(element('p', what), list);
    }
  }
  if (node.kind === 'application') {
    const link = element('a', 'Show its topology');
    link.href = '#groups/' + path($('cluster').value, node.name);
    parts.push(link);
  }
  $('node').replaceChildren(...parts);
}

// ---- exports

function save(content, type, ending) {
  const link = element('a');
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], {type}));
  link.download = (place().group.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 80) || 'lineage') + ending;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function savePng() {
  const url = URL.createObjectURL(new Blob([drawing.source], {type: 'image/svg+xml'}));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // A browser has a limit for a picture's side.
    const scale = Math.min(2, 16_000 / image.naturalWidth, 16_000 / image.naturalHeight);
    const canvas = element('canvas');
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    save(await new Promise(done => canvas.toBlob(done, 'image/png')), 'image/png', '.png');
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function saveText(kind) {
  const {view, cluster, group} = place();
  if (view === 'lineage') {
    save(await ask('clusters/' + path(cluster) + '/lineage' + kind, 'text'), 'text/plain', kind);
  } else {
    const version = versions[versionAt()]?.topologyDescriptionId;
    save(await ask('clusters/' + path(cluster) + '/groups/' + path(group) + '/topology' + kind
      + (version === undefined ? '' : '?version=' + version), 'text'), 'text/plain', kind);
  }
}

// ---- keeping up

async function refresh() {
  if (refreshing) {
    again = true;
    return;
  }
  refreshing = true;
  try {
    const {clusters} = await ask('clusters');
    $('login').hidden = true;
    $('columns').hidden = false;
    showClusters(clusters);
    const {view, cluster: wanted, group} = place();
    $('to-groups').ariaCurrent = view === 'groups' ? 'page' : null;
    $('to-lineage').ariaCurrent = view === 'lineage' ? 'page' : null;
    const cluster = clusters.find(each => each.cluster === wanted) ?? clusters[0];
    if (cluster === undefined) {
      $('detail').hidden = true;
      message('Topology descriptions are off: set group.streams.topology.description.class to something else than none.');
    } else {
      const search = new URLSearchParams({limit, search: $('search').value, state: $('state').value});
      const groups = await ask('clusters/' + path(cluster.cluster) + '/groups?' + search);
      showGroups(groups, cluster);
      if (view === 'lineage') {
        await showLineage(cluster.cluster);
      } else if (group !== '') {
        await showGroup(cluster.cluster, group);
      } else {
        $('detail').hidden = true;
        showEmpty(cluster, groups.total);
      }
      if (!cluster.showsDescriptions) {
        message('The plugin of this cluster is no store of Topoxy, so its descriptions cannot be shown here.');
      }
    }
    $('live').textContent = 'live';
  } catch (failure) {
    if (failure instanceof Unauthorized) {
      $('columns').hidden = true;
      $('login').hidden = false;
      $('login-failure').textContent = token === '' ? '' : 'This is not the token.';
      $('live').textContent = 'token needed';
    } else {
      $('live').textContent = failure.status === undefined ? 'the proxy does not answer' : failure.message;
    }
  } finally {
    refreshing = false;
    if (again) {
      again = false;
      refresh();
    }
  }
}

function refreshNow() {
  refresh();
}

window.addEventListener('hashchange', () => {
  followNewest = true;
  $('compare').checked = false;
  drawing.clear();
  shown.clear();
  refreshNow();
  if (place().group !== '') {
    $('main').focus();
  }
});
$('to-groups').addEventListener('click', event => { event.preventDefault(); location.hash = 'groups/' + path($('cluster').value); });
$('to-lineage').addEventListener('click', event => { event.preventDefault(); location.hash = 'lineage/' + path($('cluster').value); });
$('cluster').addEventListener('change', () => { location.hash = place().view + '/' + path($('cluster').value); });
$('search').addEventListener('input', refreshNow);
$('state').addEventListener('change', refreshNow);
$('more').addEventListener('click', () => { limit = Math.min(1000, limit + PER_PAGE); refreshNow(); });
$('version').addEventListener('input', () => { followNewest = $('version').value === $('version').max; refreshNow(); });
$('compare').addEventListener('change', refreshNow);
$('zoom-in').addEventListener('click', () => drawing.zoom(1.25));
$('zoom-out').addEventListener('click', () => drawing.zoom(0.8));
$('fit').addEventListener('click', () => drawing.fit());
$('export-svg').addEventListener('click', () => save(drawing.source, 'image/svg+xml', '.svg'));
$('export-png').addEventListener('click', savePng);
$('export-mermaid').addEventListener('click', () => saveText('.mmd'));
$('export-dot').addEventListener('click', () => saveText('.dot'));
$('login').addEventListener('submit', event => {
  event.preventDefault();
  token = $('token').value;
  sessionStorage.setItem('token', token);
  refreshNow();
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
