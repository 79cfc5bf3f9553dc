// Colours of charts: the same in every theme.
export const SERIES = ['#1e87f0', '#19a7a0', '#e59a0b', '#7c6bd0', '#5e9c4b', '#d9694f', '#6d87a6', '#b25c9a'] as const
export const PAST = '#c5cdd6'
export const ALARM = '#c4221a'
export const GRID = '#eceff3'
export const AXIS = '#5f6b7a'
