// How days, moments and months are written.
export const DAY = 'YYYY-MM-DD'
export const MOMENT = 'YYYY-MM-DD HH:mm:ss'
export const MINUTE = 'YYYY-MM-DD HH:mm'
export const MONTH = 'YYYY-MM'

export interface DateLimits {
  /** Days outside cannot be chosen. */
  from?: string
  to?: string
}
