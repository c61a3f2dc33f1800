// What the server is asked.

let token = sessionStorage.getItem('token') ?? '';

export class Unauthorized extends Error {}

export function hasToken() {
  return token !== '';
}

export function setToken(text) {
  token = text;
  sessionStorage.setItem('token', text);
}

/** The body of an answer; an error with the server's own words where it has none. */
export async function ask(path, as = 'json') {
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
