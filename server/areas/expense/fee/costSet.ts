// Handlers of the fee settings.

import type pg from 'pg'
import { costSet } from '#contract/expense/costSet'
import { invalid } from '#contract/kit/refusal'
import { implement } from '#server/kit/implement'
import { feeSettingsOf, feeSettingsVersion, saveFeeSettings } from './feeSettings.ts'

const read = async (client: pg.Pool | pg.ClientBase, orgId: string) => ({
  ...(await feeSettingsOf(client, orgId)),
  version: await feeSettingsVersion(client, orgId),
})

export default implement(costSet, {
  get: (_, who) => read(who.app.pool, who.orgId),
  save: (sent, who) =>
    who.tx(async (tx) => {
      const signOffs = sent.signOffs.map((one) => one.trim())
      if (signOffs.includes('')) throw invalid('会签部门不能为空', 'signOffs')
      if (new Set(signOffs).size < signOffs.length) throw invalid('会签部门出现了两次', 'signOffs')
      const bank = [sent.bankName, sent.bankAccountName, sent.bankAccount].filter(Boolean).length
      if (bank > 0 && bank < 3) throw invalid('开户银行、账户名称和银行账号要一起填写，或都不填', 'bankAccount')
      await saveFeeSettings(tx, {
        ...sent,
        signOffs,
        receiptNote: sent.receiptNote ?? '',
        billNote: sent.billNote ?? '',
        bankName: sent.bankName ?? '',
        bankAccountName: sent.bankAccountName ?? '',
        bankAccount: sent.bankAccount ?? '',
      })
      return read(tx.client, tx.orgId)
    }),
})
