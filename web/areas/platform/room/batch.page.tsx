// 批量建房: where, what they are called, and a last look before rooms and beds are made in one act.
import { Button, Form, Steps } from 'antd'
import { useMemo } from 'react'
import { pick } from '#contract/kit/schema'
import { nameRange } from '#contract/platform/placeNames'
import { RoomType, room } from '#contract/platform/room'
import { department } from '#web/kit/fields/department'
import { areaLeaf } from '#web/kit/fields/place'
import { SchemaForm, type Values } from '#web/kit/form/SchemaForm'
import { usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { PageCard } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { Finished, LastLook } from './batchConfirm.part.tsx'
import { type BatchInput, type BatchValues, planOf, startValues } from './batchPlan.ts'
import { BatchPreview } from './batchPreview.part.tsx'
import { placeNouns } from './forms.ts'
import './batch.css'

const { body } = room.calls.batchWithBeds
const whereSchema = pick(body, ['area', 'deptId', 'roomType'])
const namesSchema = pick(body, [
  'roomNamePrefix',
  'roomStart',
  'roomCount',
  'roomNameLength',
  'roomNameEnd',
  'bedCount',
  'bedNamePrefix',
  'bedStart',
  'bedNameLength',
  'bedNameEnd',
])

const STEPS = ['放在哪里', '房间和床位怎么编号', '核对并建立']
const nothing: readonly string[] = []

export default function RoomBatch() {
  const may = useMay()
  const [step, setStep] = usePageState('step', 0)
  const [values, setValues] = usePageState<BatchValues>('values', startValues)
  const [changed, setChanged] = usePageState<Readonly<Record<string, number>>>('changed', {})
  const [made, setMade] = usePageState<{ rooms: number; beds: number } | null>('made', null)
  const [where] = Form.useForm<Values>()
  const [names] = Form.useForm<Values>()
  const area = values.area ?? null
  const standing = useCall(room.calls.list, area ? { area, page: 1, size: 9999 } : null, { silent: true })
  const existing = useMemo(() => standing.data?.list.map((row) => row.roomName) ?? nothing, [standing.data])
  const plan = useMemo(() => planOf(values, changed, existing), [values, changed, existing])
  const act = useAct(room.calls.batchWithBeds, {
    touches: placeNouns,
    handles: () => true,
    onDone: ({ rooms, beds }) => setMade({ rooms, beds }),
  })
  const keep = (_changed: Values, all: Values) => setValues((now) => ({ ...now, ...(all as BatchValues) }))

  if (!may(room.calls.batchWithBeds.needs)) {
    return (
      <PageCard>
        <Empty title="您不能批量建房" text="这里要有“批量建房”的权限，请联系管理员；房间和床位可以在列表里查看。" />
      </PageCard>
    )
  }

  if (made) {
    return (
      <Finished
        made={made}
        area={area}
        onAgain={() => {
          // The next floor is usually like this one.
          setMade(null)
          setChanged({})
          setValues((now) => ({ ...now, area: null }))
          act.reset()
          setStep(0)
        }}
      />
    )
  }

  const foot = (
    <footer className="yy-room-batch-foot yy-row yy-gap-8 yy-fixed yy-white yy-edge yy-round-card">
      <span aria-live="polite">
        {plan && step > 0 ? (
          <>
            共 <b className="yy-strong">{plan.rooms.length}</b> 间房、<b className="yy-strong">{plan.bedTotal}</b>{' '}
            张床位，{nameRange(plan.roomNames)}
            {plan.problem && <em className="yy-block yy-red yy-upright">{plan.problem}</em>}
          </>
        ) : (
          '建好之前都可以返回修改，填过的内容不会丢'
        )}
      </span>
      {step > 0 && (
        <Button disabled={act.running} onClick={() => setStep(step - 1)}>
          上一步
        </Button>
      )}
      {step === 0 && (
        <Button type="primary" onClick={() => where.submit()}>
          下一步
        </Button>
      )}
      {step === 1 && (
        <Button type="primary" disabled={plan !== null && plan.problem !== null} onClick={() => names.submit()}>
          下一步
        </Button>
      )}
      {step === 2 && plan && (
        <Button
          type="primary"
          loading={act.running}
          disabled={plan.problem !== null}
          onClick={() => void act.run({ ...values, roomList: plan.exceptions } as BatchInput)}
        >
          建立 {plan.rooms.length} 间房、{plan.bedTotal} 张床位
        </Button>
      )}
    </footer>
  )

  return (
    <div className="yy-room-batch yy-tall yy-stack yy-gap-12">
      <section className="yy-card yy-batch-steps yy-fixed">
        <Steps
          size="small"
          current={step}
          items={STEPS.map((title) => ({ title }))}
          onChange={(wanted) => {
            if (wanted < step) setStep(wanted)
          }}
        />
      </section>
      {step === 0 && (
        <PageCard title="放在哪里" sub="一次建一个区域的房间，例如一层楼" className="yy-flex-1 yy-low yy-scroll">
          <SchemaForm
            form={where}
            schema={whereSchema}
            columns={3}
            initial={values}
            fields={{
              area: { as: areaLeaf, check: (value) => (value ? null : '请选择所在区域'), hint: '必选，最末一级区域' },
              deptId: { as: department, hint: '只有该部门的员工看得到；不选则全院可见' },
              roomType: { as: RoomType },
            }}
            onChange={keep}
            onSubmit={() => setStep(1)}
          />
          {area && standing.data && (
            <p className="yy-no-margin yy-second">
              {standing.data.total > 0
                ? `这里已有 ${standing.data.total} 间房：${existing.slice(0, 6).join('、')}${existing.length > 6 ? ' …' : ''}`
                : '这里还没有房间。'}
            </p>
          )}
        </PageCard>
      )}
      {step === 1 && (
        <div className="yy-batch-two yy-grid yy-gap-12 yy-flex-1 yy-low">
          <PageCard title="怎么编号" sub="右边随填随看" className="yy-batch-names yy-low yy-scroll">
            <SchemaForm
              form={names}
              schema={namesSchema}
              columns={3}
              initial={values}
              sections={[
                {
                  title: '房间',
                  fields: ['roomCount', 'roomStart', 'roomNameLength', 'roomNamePrefix', 'roomNameEnd'],
                },
                { title: '床位', fields: ['bedCount', 'bedStart', 'bedNameLength', 'bedNamePrefix', 'bedNameEnd'] },
              ]}
              fields={{
                roomCount: { props: { unit: '间' } },
                roomStart: { title: '起始号' },
                roomNamePrefix: { title: '前缀', placeholder: '如 2' },
                roomNameLength: { title: '序号位数', hint: '不足补零', props: { unit: '位' } },
                roomNameEnd: { title: '后缀', placeholder: '可不填' },
                bedCount: { hint: '个别不同在右边改', props: { unit: '张' } },
                bedStart: { title: '起始号' },
                bedNamePrefix: { title: '前缀', placeholder: '可不填' },
                bedNameLength: { title: '序号位数', hint: '不足补零', props: { unit: '位' } },
                bedNameEnd: { title: '后缀', placeholder: '可不填' },
              }}
              onChange={keep}
              onSubmit={() => setStep(2)}
            />
          </PageCard>
          <BatchPreview
            plan={plan}
            onBeds={(name, beds) => setChanged((now) => changedWith(now, name, beds))}
            onReset={() => setChanged({})}
          />
        </div>
      )}
      {step === 2 && plan && (
        <LastLook
          values={values}
          plan={plan}
          failure={act.error}
          onBack={() => {
            act.reset()
            setStep(1)
          }}
        />
      )}
      {foot}
    </div>
  )
}

function changedWith(now: Readonly<Record<string, number>>, name: string, beds: number | null) {
  const { [name]: _gone, ...rest } = now
  return beds === null ? rest : { ...rest, [name]: beds }
}
