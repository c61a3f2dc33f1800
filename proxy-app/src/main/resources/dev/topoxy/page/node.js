// The panel that tells of one node of a drawing.

import {ask} from './api.js';
import {$, element, name, path} from './words.js';

function button(text, press) {
  const made = element('button', text);
  made.type = 'button';
  made.addEventListener('click', press);
  return made;
}

function copyButton(text) {
  const made = button('Copy name', async () => {
    try {
      await navigator.clipboard.writeText(text);
      made.textContent = 'Copied';
    } catch {
      made.textContent = 'Copying is not allowed here';
    }
  });
  return made;
}

function list(title, items) {
  const all = element('ul');
  all.append(...items.map(item => {
    const line = element('li');
    line.append(item);
    return line;
  }));
  return [element('h4', title), all];
}

function link(cluster, group) {
  const made = element('a');
  made.href = '#groups/' + path(cluster, group);
  made.append(name(group));
  return made;
}

/** Whoever uses the topic, in all groups of the cluster. */
async function users(cluster, topic) {
  const {readers, writers} = await ask('clusters/' + path(cluster, 'topics', topic));
  return [['Read by', readers], ['Written by', writers]]
    .filter(([, groups]) => groups.length > 0)
    .flatMap(([title, groups]) => list(title, groups.map(group => link(cluster, group))));
}

/**
 * Shows {kind, name, note, mark, before, after}, or nothing for null.
 *
 * choose is called with the number of another node.
 */
export async function showNode(node, cluster, choose) {
  const panel = $('node');
  panel.hidden = node === null;
  if (node === null) {
    panel.replaceChildren();
    return;
  }
  const title = element('h3');
  title.append(name(node.name));
  const about = [node.kind, ...(node.note === '' || node.note === node.kind ? [] : [node.note]), ...(node.mark === '' ? [] : [node.mark])];
  const close = button('×', () => choose(-1));
  close.className = 'close';
  close.setAttribute('aria-label', 'Close the details');
  const parts = [close, title, element('p', about.join(', ')), copyButton(node.name)];
  for (const [direction, others] of [['From', node.before], ['To', node.after]]) {
    if (others.length > 0) {
      parts.push(...list(direction, others.map(other => {
        const jump = button('', () => choose(other.number));
        jump.className = 'jump';
        jump.append(name(other.name));
        return jump;
      })));
    }
  }
  if (node.kind === 'application') {
    parts.push(link(cluster, node.name));
    parts.at(-1).textContent = 'Show its topology';
  }
  panel.replaceChildren(...parts);
  if (node.kind === 'topic') {
    const found = await users(cluster, node.name).catch(() => []);
    // Meanwhile another one may have been chosen.
    if (title.isConnected) {
      panel.append(...found);
    }
  }
}
