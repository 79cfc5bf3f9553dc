// 补药清单: who needs something brought, so that it lasts for so many days; printed for the families.
import { Button, InputNumber } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { qtyText } from '#contract/drug/drugWords'
import { drugKeep } from '#contract/drug/keep'
import { BedPath, PhoneText, ResidentCell } from '#web/areas/live/public'
import { department } from '#web/kit/fields/department'
import { useSettled } from '#web/kit/fields/settled'
import { DetailDrawer } from '#web/kit/parts/DetailDrawer'
import { Empty } from '#web/kit/parts/Empty'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { useCall } from '#web/kit/query'
import { ReachTag } from './faces.tsx'
import { printRefill } from './print.tsx'

const USUAL = 30

export function RefillDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const [typed, setTyped] = useState<number>(USUAL)
  const [deptId, setDept] = useState<string | null>(null)
  const days = useSettled(typed, 300)
  const of = useCall(drugKeep.calls.refill, open ? { days, deptId } : null, { keepPrevious: true })
  const elders = of.data ?? []
  const kinds = elders.reduce((sum, elder) => sum + elder.lines.length, 0)
  return (
    <DetailDrawer
      open={open}
      title="补药清单"
      width={1360}
      of={of}
      what="补药清单"
      asks={false}
      onClose={onClose}
      foot={
        <DrawerFoot note={`${elders.length} 位老人，${kinds} 种药要补`}>
          <Button
            type="primary"
            icon={<Printer size={15} aria-hidden />}
            disabled={elders.length === 0}
            onClick={() => void printRefill(elders, days)}
          >
            打印清单
          </Button>
        </DrawerFoot>
      }
    >
      {(list) => (
        <>
          <div className="yy-row yy-gap-16 yy-below-12 yy-wrap">
            <span className="yy-row yy-gap-8">
              备足
              <InputNumber
                aria-label="备足天数"
                min={1}
                max={180}
                suffix="天"
                value={typed}
                onChange={(value) => setTyped(value ?? USUAL)}
              />
            </span>
            <span className="yy-drug-dept">
              {department.search({ value: deptId, onChange: (value) => setDept(value ?? null), 'aria-label': '部门' })}
            </span>
            <span className="yy-second">按在用的用药设置计算，过期和召回的不算；有停药日期的只算到那天。</span>
          </div>
          {list.length === 0 ? (
            <Empty title="不需要补药" text={`在用的药都够 ${days} 天。`} />
          ) : (
            <table className="yy-plain-table yy-lined yy-drug-table">
              <thead>
                <tr>
                  {['老人', '药品', '可用', '每天', '还够', '请送来', '联系人'].map((title) => (
                    <th key={title}>{title}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {list.flatMap((elder) =>
                  elder.lines.map((line, at) => (
                    <tr key={`${elder.oldmanId}${line.drugId}`}>
                      {at === 0 && (
                        <td rowSpan={elder.lines.length}>
                          <span className="yy-stack yy-gap-2">
                            <ResidentCell row={elder} />
                            <BedPath path={elder.bedPath} />
                          </span>
                        </td>
                      )}
                      <td>
                        {line.drugName} <span className="yy-second">{line.spec}</span>
                      </td>
                      <td className="yy-drug-whole">
                        {qtyText(line.usable)} {line.unitName}
                      </td>
                      <td className="yy-drug-whole">
                        {line.perDay > 0 ? `${qtyText(line.perDay)} ${line.unitName}` : '按需'}
                      </td>
                      <td>
                        <ReachTag row={line} />
                      </td>
                      <td className="yy-drug-whole">
                        <b>
                          {line.packs} {line.packUnit}
                        </b>
                      </td>
                      {at === 0 && (
                        <td rowSpan={elder.lines.length}>
                          {elder.contact ?? <span className="yy-none">没有登记</span>} {elder.contactRelation}
                          {elder.contactPhone && (
                            <span className="yy-block">
                              <PhoneText phone={elder.contactPhone} of={elder.oldmanId} />
                            </span>
                          )}
                        </td>
                      )}
                    </tr>
                  )),
                )}
              </tbody>
            </table>
          )}
        </>
      )}
    </DetailDrawer>
  )
}
