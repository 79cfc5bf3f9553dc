import { describe, expect, it } from 'vitest'
import { namePinyin, textPinyin } from './pinyin.ts'

describe('pinyin', () => {
  it('spells names without tones and with their initials', () => {
    expect(namePinyin('王秀兰')).toEqual({ pinyin: 'wangxiulan', initials: 'wxl' })
    expect(namePinyin('吕布')).toEqual({ pinyin: 'lvbu', initials: 'lb' })
  })

  it('reads a surname as a surname first, and as the everyday character too', () => {
    expect(namePinyin('单文静')).toEqual({ pinyin: 'shanwenjing danwenjing', initials: 'swj dwj' })
    expect(namePinyin('曾国平').initials).toBe('zgp cgp')
    expect(namePinyin('解宏伟').pinyin).toBe('xiehongwei jiehongwei')
    expect(namePinyin('尉迟恭').pinyin.split(' ')[0]).toBe('yuchigong')
    expect(namePinyin('万俟卨').initials.split(' ')[0]).toBe('mqx')
  })

  it('keeps letters and digits as they are typed and drops the rest', () => {
    expect(textPinyin('3 层 A座（东）')).toEqual({ pinyin: '3cengazuodong', initials: '3cazd' })
    expect(textPinyin('VIP客户')).toEqual({ pinyin: 'vipkehu', initials: 'vipkh' })
    expect(textPinyin('')).toEqual({ pinyin: '', initials: '' })
  })

  it('reads titles in context, not character by character', () => {
    expect(textPinyin('操作日志').initials).toBe('czrz')
    expect(textPinyin('重庆银行').pinyin).toBe('chongqingyinhang')
  })
})
