// Asks the server that sent this page. All addresses are relative: below any prefix or token.

/** What the server refused, in its words. */
export class Refusal extends Error {
  constructor(status, { kind, parameter, value, hints }) {
    super(value || `the server answered with status ${status}`);
    this.status = status;
    this.kind = kind;
    this.parameter = parameter;
    this.hints = hints ?? [];
  }
}

/** Returns the document of an endpoint. A list asks with one parameter for each of its values. */
export async function ask(endpoint, question, signal) {
  const response = await fetch(address(endpoint, question), { signal, cache: "no-cache" });
  if (response.ok) return response.json();
  const said = await response.json().catch(() => ({}));
  throw new Refusal(response.status, said);
}

function address(endpoint, question) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(question ?? {})) {
    for (const one of [value].flat()) {
      if (one !== null && one !== undefined && one !== "" && one !== false) query.append(name, one);
    }
  }
  const text = query.toString();
  return `api/v1/${endpoint}${text && `?${text}`}`;
}
