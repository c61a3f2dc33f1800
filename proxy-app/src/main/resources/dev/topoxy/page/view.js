// What the page's parts share: where it is, and what stands there already.

import {$, element} from './words.js';

const shown = new Map();

/** Runs the update only where the value is another than last time, so that nothing flickers. */
export function changed(key, value, update) {
  const text = JSON.stringify(value);
  if (shown.get(key) !== text) {
    shown.set(key, text);
    update(value);
  }
}

export function place() {
  const [view, cluster, group] = location.hash.replace(/^#/, '').split('/').map(part => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return {view: view === 'lineage' ? 'lineage' : 'groups', cluster: cluster || $('cluster').value, group: group ?? ''};
}

/** What there is to say where there is nothing to show, or beside it. */
export function message(kind, ...lines) {
  changed('message', [kind, lines], () => {
    $('message').className = kind;
    $('message').replaceChildren(...lines.map(line => element('p', line)));
  });
}

/** Has the next update run whatever stands there; of all parts, or of one. */
export function forget(key) {
  if (key === undefined) {
    shown.clear();
  } else {
    shown.delete(key);
  }
}

export function hideParts(...ids) {
  ids.forEach(id => { $(id).hidden = true; });
}

export function showParts(...ids) {
  ids.forEach(id => { $(id).hidden = false; });
}
