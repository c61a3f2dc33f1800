// Making elements of text. Everything that comes from a client of Kafka is set as text, never as markup.

export const $ = id => document.getElementById(id);

export function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) {
    made.textContent = text;
  }
  if (className !== undefined) {
    made.className = className;
  }
  return made;
}

/** Long names are cut for the eye, and none turns the direction of its own text or of what stands around it. */
export function name(text) {
  const cut = text.length > 300 ? text.slice(0, 250) + '… (' + text.length + ' characters)' : text;
  return element('bdi', cut.replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '\ufffd'));
}

export function path(...parts) {
  return parts.map(encodeURIComponent).join('/');
}

export function count(number, word) {
  return number.toLocaleString('en') + ' ' + word + (number === 1 ? '' : 's');
}

export function when(text) {
  return text === undefined ? 'not since the proxy started' : new Date(text).toLocaleString();
}

/** A time as people say it, with the exact one as a hint. */
export function ago(text) {
  const seconds = Math.max(0, Math.round((Date.now() - new Date(text)) / 1000));
  const [amount, unit] = seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [Math.floor(seconds / 60), 'minute']
    : seconds < 86400 ? [Math.floor(seconds / 3600), 'hour'] : [Math.floor(seconds / 86400), 'day'];
  const made = element('time', seconds < 5 ? 'just now' : count(amount, unit) + ' ago');
  made.dateTime = text;
  made.title = when(text);
  return made;
}

export function badge(state) {
  return element('span', state, 'state ' + state);
}
