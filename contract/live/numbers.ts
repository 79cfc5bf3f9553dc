// Phones and cards of people as forms take them: whole, or as they were shown with their middle hidden.
import { hiddenAs, MASKED_PHONE } from '#contract/kit/privacy'
import { text } from '#contract/kit/schema'

/** A mobile number, a landline with its area code, or the number that stands there as it was shown. */
export const anyPhone = (title: string) =>
  hiddenAs(
    'phone',
    text(title, {
      max: 20,
      pattern: new RegExp(`^(1\\d{10}|0\\d{2,3}-?\\d{7,8}(-\\d{1,6})?|\\d{7,8}|${MASKED_PHONE})$`),
      hint: '应为 11 位手机号，或带区号的座机，如 021-55668800',
    }),
  )

/** An identity card, or the number that stands there as it was shown. */
export const shownCard = (title: string) => hiddenAs('card', text(title, { max: 18, format: 'yiyuan-idcard-shown' }))

/** The number of any paper, or as it was shown. */
export const paperNo = (title: string) =>
  hiddenAs(
    'card',
    text(title, {
      min: 4,
      max: 30,
      // Stars: the number that stands there as it was shown.
      pattern: /^[0-9A-Za-z()（）*-]{4,30}$/,
      hint: '只能是字母、数字和短横线',
    }),
  )
