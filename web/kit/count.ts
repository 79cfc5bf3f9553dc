/** 12,345: whole numbers as people read them. The browser's own formatter takes longer to start than a list to draw. */
export const counted = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
