// What keeps a member of staff from being deleted. An area says it by exporting `staffUses` from its public.ts.

export interface StaffUse {
  /** Rows (user_id, held) of the people among $2 who hold something in the organisation $1. */
  held: string
  /** 3 位由其接待的老人 */
  say(count: number): string
}
