import { options } from '#contract/kit/options'

/** 01, 02 … or 1, 2 … */
export const ZeroFill = options('ZeroFill', '不足位数补零', [
  [1, 'yes', '补零（01、02）'],
  [0, 'no', '不补（1、2）'],
])
