// 核对明细: the two sums side by side, and every document on which they differ with a link to it.
import type { ReactNode } from 'react'
import { DifferingKind, type ReportCheckData } from '#contract/expense/reportKit'
import { moneyText } from '#web/kit/fields/money'
import { Facts } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'

export type DifferingDocument = ReportCheckData['differing'][number]

interface CheckDrawerProps {
  open: boolean
  title: string
  check: ReportCheckData | null
  /** How the report and the ledger were added up, in words. */
  how?: ReactNode
  link?(one: DifferingDocument): (() => void) | undefined
  onClose(): void
}

export function CheckDrawer({ open, title, check, how, link, onClose }: CheckDrawerProps) {
  return (
    <SideDrawer open={open} title={`${title}・核对明细`} width={720} onClose={onClose}>
      {check && (
        <div className="yy-check-drawer">
          <Facts
            columns={1}
            facts={[
              { label: check.reportTitle, value: `${moneyText(check.reportFen)} 元` },
              { label: check.ledgerTitle, value: `${moneyText(check.ledgerFen)} 元` },
              { label: '差额', value: `${moneyText(check.differenceFen)} 元` },
              {
                label: '覆盖',
                value: check.covers.map((one) => `${one.count.toLocaleString('zh-CN')} ${one.what}`).join('、'),
              },
              { label: '核对时间', value: check.at },
            ]}
          />
          <p className="yy-check-how yy-second">
            {how ?? '本表按查询条件汇总的合计，与总账中相同条件的流水逐笔重新相加的结果比较；两个数由不同的办法得出。'}
          </p>
          {check.differing.length === 0 ? (
            <p className="yy-green">{check.agrees ? '没有不一致的单据。' : '没有找到单独的单据，请联系管理员核对。'}</p>
          ) : (
            <table className="yy-check-table yy-lined yy-plain-table">
              <thead>
                <tr>
                  <th>单据</th>
                  <th>单号</th>
                  <th className="yy-right">相差（元）</th>
                  <th>原因</th>
                </tr>
              </thead>
              <tbody>
                {check.differing.map((one) => {
                  const open = link?.(one)
                  return (
                    <tr key={`${one.kind}${one.id}${one.why}`}>
                      <td>{DifferingKind.label(one.kind)}</td>
                      <td>
                        {open ? (
                          <button type="button" className="yy-link" onClick={open}>
                            {one.no}
                          </button>
                        ) : (
                          one.no
                        )}
                      </td>
                      <td className="yy-right">{moneyText(one.fen)}</td>
                      <td>{one.why}</td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          )}
        </div>
      )}
    </SideDrawer>
  )
}
