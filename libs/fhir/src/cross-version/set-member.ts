/** Sets a member; undefined takes it away. */
export function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(object, name);
  else object[name] = value;
}
