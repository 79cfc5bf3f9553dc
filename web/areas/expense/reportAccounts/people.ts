// Whom a report about accounts counts: 在住 is in residence or in trial, as everywhere; the others left and have money here.

/** 218 人（在住 214） */
export const peopleWords = (sums: { elders: number; living: number } | null): string => {
  const { elders, living } = sums ?? { elders: 0, living: 0 }
  return elders === living ? `在住 ${living} 人` : `${elders} 人（在住 ${living}）`
}
