// Whom a drawer is about: face, status, bed and notes beside its title; balances as the desk sees them.
import type { AccountDetailData } from '#contract/expense/account'
import { account } from '#contract/expense/account'
import { ResidenceStatus } from '#contract/live/resident'
import { BedPath, ResidentPhoto } from '#web/areas/live/public'
import { amountText } from '#web/kit/fields/amount'
import { openPage } from '#web/kit/open'
import { OwesTag, StatusTag } from '#web/kit/parts/StatusTag'
import './account.css'

export const openAccount = (oldmanId: string) => openPage(account.pages.detail.path, { oldmanId })

export function ResidentTitle({ act, one }: { act: string; one: AccountDetailData | undefined }) {
  return (
    <span className="yy-inline yy-gap-10 yy-one-line">
      {one && <ResidentPhoto row={one} width={28} height={28} />}
      {one ? `${act}・${one.oldmanName}` : act}
    </span>
  )
}

export function ResidentAbout({ one }: { one: AccountDetailData }) {
  const status = ResidenceStatus.find(one.status)
  return (
    <>
      {status && <StatusTag option={status} />}
      <BedPath path={one.bedPath} />
      {one.owes && <OwesTag />}
      {one.sealed && <StatusTag family="grey">已封存</StatusTag>}
    </>
  )
}

/** 余额, 赠送, 押金, 未缴 in one line: what a small form begins from. */
export function Holdings({ one }: { one: AccountDetailData }) {
  const cells: [string, number | null, boolean?][] = [
    ['账户余额', one.balanceFen],
    ['赠送余额', one.giftFen],
    ['押金', one.depositFen],
    ['未缴', one.unpaidFen, (one.unpaidFen ?? 0) > 0],
  ]
  return (
    <>
      <dl className="yy-acc-holds yy-grid yy-edge yy-round-card">
        {cells.map(([label, value, bad]) => (
          <div className="yy-pad-8-12" key={label}>
            <dt className="yy-second">{label}</dt>
            <dd className={bad ? 'yy-acc-harm' : undefined}>{amountText(value)}</dd>
          </div>
        ))}
      </dl>
      {one.sealed && (
        <p className="yy-acc-warn" role="note">
          账户已封存（{one.sealedReason}）。您有解封权限，可以继续办理。
        </p>
      )}
    </>
  )
}
