// What refers to a role besides the people who hold it. Each area names its own rows by exporting `roleUses` from its
// public.ts, so that the refusal to delete a role says what uses it and how much.

export interface RoleUse {
  /** Counts the rows that name one role: `$1` is the organisation, `$2` the role. */
  count: string
  /** 2 项审核规则 */
  say(count: number): string
}
