// What hangs on a department. Each area names its own rows by exporting `deptUses` from its public.ts, so that the
// refusal to delete a department says what uses it and how much.

export interface DeptUse {
  /** Counts the rows of one department: `$1` is the organisation, `$2` the department. */
  count: string
  /** 12 名老人 */
  say(count: number): string
}
