// What is shown of one group, or of all of them as lineage.

import {ask} from './api.js';
import {Drawing} from './drawing.js';
import {save, savePng} from './exports.js';
import {showNode} from './node.js';
import {changed, forget, hideParts, message, place, showParts} from './view.js';
import {$, ago, badge, count, element, name, path, when} from './words.js';

const KINDS = [['source', 'source'], ['processor', 'processor'], ['sink', 'sink'], ['store', 'store'], ['topic', 'topic'],
  ['repartition_topic', 'repartition topic'], ['changelog_topic', 'changelog'], ['application', 'application'],
  ['added', 'added'], ['removed', 'removed'], ['changed', 'changed']];

let versions = [];
let followNewest = true;

const drawing = new Drawing($('drawing'), node => showNode(node, place().cluster, number => drawing.choose(number)));

function showHeading(group) {
  $('heading').hidden = false;
  changed('heading', [group.group, group.state], () => {
    $('name').replaceChildren(name(group.group));
    $('badge').replaceChildren(badge(group.state));
  });
  const parts = [];
  if (group.description !== undefined) {
    parts.push(count(group.description.nodes, 'node'), count(group.description.bytes, 'byte'));
  }
  if (group.members > 0) {
    parts.push(count(group.members, 'member') + ' seen here');
  }
  const summary = element('span', parts.join(' · '));
  if (group.lastSeen !== undefined) {
    summary.append((parts.length > 0 ? ' · ' : '') + 'last seen ', ago(group.lastSeen));
  }
  changed('summary', summary.textContent, () => $('summary').replaceChildren(summary));
}

function showFacts(group) {
  const facts = [['First seen', when(group.firstSeen)], ['Last seen', when(group.lastSeen)]];
  if (group.topologyEpoch !== undefined) {
    facts.push(['Topology epoch', String(group.topologyEpoch)]);
  }
  if (group.topologyDescriptionId !== undefined) {
    facts.push(['TopologyDescriptionId', group.topologyDescriptionId]);
  }
  if (group.description !== undefined) {
    facts.push(['Description stored', when(group.description.storedAt)]);
  }
  $('more-facts').hidden = false;
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
  $('history').hidden = list.length < 2;
  const at = versionAt();
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

export async function showGroup(cluster, id) {
  const base = 'clusters/' + path(cluster) + '/groups/' + path(id);
  let group;
  try {
    group = await ask(base);
  } catch (failure) {
    if (failure.status !== 404) {
      throw failure;
    }
    hideParts('heading', 'detail');
    message('note', 'There is no group of this name, or it has not been seen since the proxy started.');
    return;
  }
  showHeading(group);
  changed('facts', group, showFacts);
  $('detail').hidden = false;
  if (group.description !== undefined) {
    await showDescription(base, group);
    return;
  }
  hideParts('history', 'consequences', 'described');
  if (group.outline !== undefined) {
    showParts('picture', 'exports', 'legend');
    message('note', 'Only an outline: no 4.4 client has joined yet, and older ones push no description. Their join tells'
      + ' topics and changelogs, but not what is inside the sub-topologies.');
    await draw(base + '/outline.svg');
  } else {
    hideParts('picture', 'exports', 'legend');
    message(group.state === 'refused' ? 'trouble' : 'note',
      (group.state === 'refused' ? 'Refused: ' : 'No description is stored: ') + group.reason.replace(/\.?$/, '.'));
    drawing.clear();
    forget('drawing');
  }
}

async function showDescription(base, group) {
  if (group.state === 'stored') {
    message('');
  } else {
    message(group.state === 'refused' ? 'trouble' : 'note',
      'The group has a newer topology than the one that is shown: ' + group.reason.replace(/\.?$/, '.'));
  }
  showParts('picture', 'exports', 'legend', 'described');
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
  const text = await ask(base + '/topology.txt?version=' + version, 'text');
  changed('text', text, () => { $('text').textContent = text; });
}

async function draw(picture) {
  const svg = await ask(picture, 'text');
  changed('drawing', svg, () => {
    drawing.show(svg);
    $('legend').replaceChildren(...KINDS.filter(([kind]) => drawing.has(kind)).map(([kind, text]) => {
      const item = element('li', text);
      item.prepend(element('span', '', 'swatch ' + kind));
      return item;
    }));
  });
}

export async function showLineage(cluster) {
  const lineage = await ask('clusters/' + path(cluster) + '/lineage');
  hideParts('history', 'consequences', 'described', 'more-facts');
  $('heading').hidden = false;
  changed('heading', cluster, () => {
    $('name').textContent = 'Lineage';
    $('badge').replaceChildren();
  });
  const none = lineage.applications.length === 0;
  changed('summary', lineage.applications.length, () => {
    $('summary').textContent = count(lineage.applications.length, 'application') + ' of ' + cluster + ', joined by topics';
  });
  $('detail').hidden = none;
  if (none) {
    message('note', 'No description is stored yet, so there is nothing to connect.');
    return;
  }
  message('');
  showParts('picture', 'exports', 'legend');
  await draw('clusters/' + path(cluster) + '/lineage.svg');
}

function title(ending) {
  return (place().group || 'lineage') + ending;
}

/** The text of what is drawn: of a version, or of an outline. */
async function saveText(kind) {
  const {view, cluster, group} = place();
  const base = 'clusters/' + path(cluster);
  const version = $('described').hidden ? undefined : versions[versionAt()]?.topologyDescriptionId;
  const text = view === 'lineage' ? base + '/lineage' + kind
    : base + '/groups/' + path(group) + (version === undefined ? '/outline' + kind : '/topology' + kind + '?version=' + version);
  save(await ask(text, 'text'), 'text/plain', title(kind));
}

/** Another group or view is to be shown. */
export function leave() {
  followNewest = true;
  $('compare').checked = false;
  drawing.clear();
  forget();
}

/** Has the controls do their work; refresh shows what they ask for. */
export function wire(refresh) {
  $('version').addEventListener('input', () => { followNewest = $('version').value === $('version').max; refresh(); });
  $('compare').addEventListener('change', refresh);
  $('zoom-in').addEventListener('click', () => drawing.zoom(1.25));
  $('zoom-out').addEventListener('click', () => drawing.zoom(0.8));
  $('fit').addEventListener('click', () => drawing.fit());
  $('export-svg').addEventListener('click', () => save(drawing.source, 'image/svg+xml', title('.svg')));
  $('export-png').addEventListener('click', () => savePng(drawing.source, title('.png')));
  $('export-mermaid').addEventListener('click', () => saveText('.mmd'));
  $('export-dot').addEventListener('click', () => saveText('.dot'));
}
