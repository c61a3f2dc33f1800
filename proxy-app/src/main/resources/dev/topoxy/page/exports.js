// Files of what is shown.

import {element} from './words.js';

/** A browser has a limit for a picture's side. */
const MOST_PIXELS = 16_000;

/** Has the browser keep it; the title is made fit for a file's name. */
export function save(content, type, title) {
  const link = element('a');
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], {type}));
  link.download = title.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 100);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The picture in the colours that the system prefers, as it would look opened by itself, on a ground that fits them. */
export async function savePng(svg, title) {
  const url = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(2, MOST_PIXELS / image.naturalWidth, MOST_PIXELS / image.naturalHeight);
    const canvas = element('canvas');
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    const context = canvas.getContext('2d');
    context.fillStyle = matchMedia('(prefers-color-scheme: dark)').matches ? '#0f151b' : '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    save(await new Promise(done => canvas.toBlob(done, 'image/png')), 'image/png', title);
  } finally {
    URL.revokeObjectURL(url);
  }
}
