// Whom a report about accounts counts: 在住 is in residence or in trial, as everywhere; the others left and have money here.

/** 218 人（在住 214） */
export const peopleWords = (sums: { residents: number; living: number } | null): string => {
  const { residents, living } = sums ?? { residents: 0, living: 0 }
  return residents === living ? `在住 ${living} 人` : `${residents} 人（在住 ${living}）`
}
