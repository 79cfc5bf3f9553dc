// What can be called without signing in, by name: a call that joins this list is a decision.
import { expect, it } from 'vitest'
import { OPEN } from '#contract/kit/permission'
import { nouns } from '#server/app'

it('is open to everyone: exactly these calls', () => {
  const open = nouns
    .flatMap((noun) => Object.values(noun.calls))
    .filter((call) => call.needs.split(/[|&]/).some((code) => code.trim() === OPEN))
    .map((call) => call.key)
  expect(open.sort()).toEqual([
    'administration.calendar.read',
    'expense.scanPay.billPay',
    'expense.scanPay.notify',
    'expense.scanPay.payable',
    'expense.scanPay.sandboxPay',
    'live.familyNotice.file',
    'live.familyNotice.read',
    'live.familyNotice.shown',
    'live.invitation.accept',
    'live.invitation.chooseMeal',
    'live.invitation.view',
    'platform.application.apply',
    'platform.application.picture',
    'platform.application.state',
    'platform.config.login',
    'platform.config.photoCode',
    'platform.config.pwd',
    'platform.config.recordNum',
    'platform.session.authWarning',
    'platform.session.authorized',
    'platform.session.check',
    'platform.session.login',
    'platform.session.loginBySms',
    'platform.session.loginOut',
    'platform.session.photoCode',
    'platform.session.recoverPhone',
    'platform.session.recoverProve',
    'platform.session.recoverReset',
    'platform.session.register',
    'platform.session.screenPass',
    'platform.session.smsCode',
    'platform.session.ssoMark',
    'platform.session.userIdOfToken',
    'platform.shell.frontLog',
  ])
})

it('declares a permission for every call', () => {
  for (const call of nouns.flatMap((noun) => Object.values(noun.calls))) expect(call.needs.trim()).not.toBe('')
})
