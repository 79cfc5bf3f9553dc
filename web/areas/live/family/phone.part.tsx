import { useState } from 'react'
import { maskedPhone } from '#contract/kit/privacy'
import { family } from '#contract/live/family'
import { send } from '#web/kit/call'
import { Allowed } from '#web/kit/permission'
import './family.css'

const { phones } = family.calls

/**
 * A phone on a desk that others look at: its middle is shown on request. `of`: the resident whose people it belongs to, for
 * readers who are sent only a part of it; their look is written down.
 */
export function PhoneText({ phone, of }: { phone: string; of?: string | undefined }) {
  const [shown, setShown] = useState<string | null>(null)
  if (shown) return <>{shown}</>
  const hidden = maskedPhone(phone)
  if (!phone.includes('*')) {
    if (hidden === phone) return <>{phone}</>
    return (
      <>
        {hidden}{' '}
        <button
          type="button"
          className="yy-link"
          onClick={(event) => {
            // In a list the row behind it would open.
            event.stopPropagation()
            setShown(phone)
          }}
        >
          显示
        </button>
      </>
    )
  }
  const look = async (oldmanId: string) => {
    const all = await send(phones, { oldmanId }, { loading: true })
    setShown(all.find((one) => maskedPhone(one.phone) === phone)?.phone ?? null)
  }
  return (
    <>
      {phone}{' '}
      {of && (
        <Allowed needs={phones.needs}>
          <button
            type="button"
            className="yy-link"
            title="查看会记入操作日志"
            onClick={(event) => {
              event.stopPropagation()
              void look(of)
            }}
          >
            显示
          </button>
        </Allowed>
      )}
    </>
  )
}
