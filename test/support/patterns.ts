/** What identifiers and times look like on the wire. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const anyUuid = expect.stringMatching(uuidPattern);

export const anyMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** An identifier that names nothing. */
export const nowhere = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a';
