// The address of the page ↔ what was chosen. It holds the whole choice, so it can be bookmarked.

const LONGEST = 200; // characters of a value; versions and channels are far shorter

/** Returns the choice that an address holds. What it does not hold is empty. */
export function choiceOf(search) {
  const query = new URLSearchParams(search);
  const one = (name) => (query.get(name) ?? "").trim().slice(0, LONGEST);
  const channels = query.getAll("channel").flatMap((list) => list.split(","));
  return {
    arch: one("arch"),
    channels: [...new Set(channels.map((name) => name.trim().slice(0, LONGEST)).filter(Boolean))],
    from: one("from"),
    to: one("to"),
    eus: one("eus") === "true",
    risky: one("allow-not-recommended") === "true",
    at: one("at"),
  };
}

/** Returns the address of a choice, from its question mark on. The names are those of the endpoints. */
export function addressOf(choice) {
  const query = new URLSearchParams();
  const put = (name, value) => value && query.append(name, value);
  put("from", choice.from);
  put("to", choice.to);
  for (const channel of choice.channels) put("channel", channel);
  put("arch", choice.arch);
  put("eus", choice.eus && "true");
  put("allow-not-recommended", choice.risky && "true");
  put("at", choice.at);
  const text = query.toString();
  return text ? `?${text}` : location.pathname;
}
