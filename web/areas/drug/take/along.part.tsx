// Drugs for an outing: what falls into it, counted out, checked by a second person and handed over with a slip; afterwards what
// came back.
import { Button, Checkbox, Input } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { drugTake } from '#contract/drug/take'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { DrugTakeState } from '#contract/drug/useWords'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { useAct, useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import { printAlong } from './printRound.tsx'
import { patchTakes } from './roundLive.ts'
import type { Card } from './roundView.ts'

const { WAITING, OUT, SET_OUT, CHECKED, ALONG } = DrugTakeState.is
const idsOf = (takes: readonly DrugTakeData[]) => takes.map((one) => one.takeId)

export function AlongBody({ card, onDone }: { card: Card; onDone(): void }) {
  const { oldmanId, oldmanName } = card.elder
  const answer = useCall(drugTake.calls.outing, { oldmanId })
  const userId = useSession((state) => state.user?.empInfo.empId ?? '')
  const [person, setPerson] = useState('')
  const [scanned, setScanned] = useState('')
  const [back, setBack] = useState<readonly string[]>([])
  const told = {
    onDone: ({ takes }: { takes: DrugTakeData[] }) => {
      patchTakes(takes)
      void answer.refetch()
    },
  }
  const setOut = useAct(drugTake.calls.setOut, told)
  const check = useAct(drugTake.calls.check, told)
  const along = useAct(drugTake.calls.along, told)
  const alongBack = useAct(drugTake.calls.alongBack, told)
  const failed = [setOut, check, along, alongBack].find((one) => one.error)?.error
  return (
    <Loaded of={answer} what="外出带药清单">
      {({ outing, takes, sums }) => {
        const of = (...states: DrugTakeData['state'][]) => takes.filter((one) => states.includes(one.state))
        const gone = of(ALONG)
        if (!outing && gone.length === 0) {
          return (
            <Empty
              title={`${oldmanName}没有已批准的外出`}
              text="先登记外出并通过审核，系统按外出的日子列出要带的药。"
            />
          )
        }
        const toSet = of(WAITING, OUT)
        const toCheck = of(SET_OUT)
        const ready = of(CHECKED)
        const own = toCheck.some((one) => one.setOutBy === userId)
        return (
          <div className="yy-stack yy-gap-12">
            {outing && (
              <span>
                {outing.from.slice(5, 16)} 至 {outing.until.slice(5, 16)} 外出，共 {takes.length} 次服药
              </span>
            )}
            <table className="yy-plain-table yy-lined">
              <thead>
                <tr>
                  <th>药品</th>
                  <th>规格</th>
                  <th>次数</th>
                  <th className="yy-right">数量</th>
                </tr>
              </thead>
              <tbody>
                {sums.map((one) => (
                  <tr key={`${one.drugName} ${one.spec}`}>
                    <td>{one.drugName}</td>
                    <td>{one.spec}</td>
                    <td>{one.doses}</td>
                    <td className="yy-right">
                      <b>{one.quantityText}</b>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {outing && toSet.length > 0 && (
              <Button
                type="primary"
                loading={setOut.running}
                onClick={() => void setOut.run({ takeIds: idsOf(toSet), outId: outing.outId })}
              >
                点出 {toSet.length} 次的药
              </Button>
            )}
            {toCheck.length > 0 &&
              (own ? (
                <span className="yy-amber">已点出 {toCheck.length} 次，需另一位护士核对</span>
              ) : (
                <div className="yy-stack yy-gap-6">
                  <span>
                    由 {toCheck[0]!.setOutName} 点出 {toCheck.length} 次，请核对药、量和日子
                  </span>
                  <Input
                    value={scanned}
                    placeholder="扫老人的床头码或腕带"
                    aria-label="床头码或腕带"
                    onChange={(event) => setScanned(event.target.value)}
                  />
                  <Button
                    type="primary"
                    disabled={scanned.trim() === ''}
                    loading={check.running}
                    onClick={() => void check.run({ takeIds: idsOf(toCheck), scanned: scanned.trim(), allRight: true })}
                  >
                    核对相符
                  </Button>
                </div>
              ))}
            {outing && ready.length > 0 && toSet.length === 0 && toCheck.length === 0 && (
              <div className="yy-stack yy-gap-6">
                <div className="yy-stack yy-gap-4">
                  <span>
                    <span className="yy-red">*</span> 交给谁
                  </span>
                  <Input
                    value={person}
                    aria-label="交给谁"
                    maxLength={100}
                    placeholder={outing.companion ?? '如 女儿 王芳'}
                    onChange={(event) => setPerson(event.target.value)}
                  />
                </div>
                <Button
                  type="primary"
                  disabled={person.trim() === ''}
                  loading={along.running}
                  onClick={async () => {
                    const done = await along.run({ takeIds: idsOf(ready), outId: outing.outId, person: person.trim() })
                    if (done) toast.success(`${oldmanName} 带走 ${ready.length} 次的药，请打印带药单`)
                  }}
                >
                  交给家属，带药外出
                </Button>
              </div>
            )}
            {gone.length > 0 && (
              <>
                <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printAlong(card, gone, outing)}>
                  打印带药单
                </Button>
                <fieldset className="yy-no-border yy-no-padding yy-no-margin yy-stack yy-gap-4">
                  <legend>回来后，未拆封带回的</legend>
                  {gone.map((one) => (
                    <Checkbox
                      key={one.takeId}
                      checked={back.includes(one.takeId)}
                      onChange={(event) =>
                        setBack(event.target.checked ? [...back, one.takeId] : back.filter((id) => id !== one.takeId))
                      }
                    >
                      {one.planTime.slice(5, 16)} {one.drugName} {one.doseText}
                    </Checkbox>
                  ))}
                  <Button
                    disabled={back.length === 0}
                    loading={alongBack.running}
                    onClick={async () => {
                      if (!(await alongBack.run({ takeIds: [...back] }))) return
                      setBack([])
                      toast.success('已放回药盒')
                      onDone()
                    }}
                  >
                    {back.length} 份放回药盒
                  </Button>
                </fieldset>
              </>
            )}
            {failed && (
              <span className="yy-red" role="alert">
                {failed.message}
              </span>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
