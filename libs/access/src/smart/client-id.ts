/** Client ids stand in paths: the unreserved characters of RFC 3986, beginning with a letter or a digit. */
const pattern = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/;

export const isClientId = (text: string): boolean => pattern.test(text);
