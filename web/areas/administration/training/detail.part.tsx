// One training: what it is, its people with signatures and scores, its material, and what can be done now.
import { Button } from 'antd'
import { Award, MonitorUp } from 'lucide-react'
import { useState } from 'react'
import { type TrainingData, training } from '#contract/administration/training'
import { TrainingState, TrainingType } from '#contract/administration/trainingWords'
import { filesOf } from '#web/kit/fields/file'
import type { FormRequest } from '#web/kit/form/formOf'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { Facts, KeyFigures } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { cancelTraining, finishTraining, openScreen, removeTraining, reopenTraining, startTraining } from './acts.ts'
import { printCertificates } from './certificate.tsx'
import { whenText } from './columns.tsx'
import { editTraining } from './forms.tsx'
import { People } from './people.part.tsx'
import { Scores } from './scores.part.tsx'
import './training.css'

const papers = filesOf({ max: 20 })

type Part = 'people' | 'scores' | 'plan'

function Plan({ row }: { row: TrainingData }) {
  return (
    <div className="yy-stack yy-gap-12">
      <Facts
        facts={[
          { label: '类型', value: TrainingType.label(row.type) },
          { label: '组织部门', value: row.deptName ?? '全院' },
          { label: '时间', value: whenText(row) },
          { label: '地点', value: row.place ?? '—' },
          { label: '讲师', value: row.teacher ?? '—' },
          { label: '学时', value: `${row.creditHours} 学时` },
          { label: '考核', value: row.passScore === null ? '没有考试，签到即合格' : `考试，${row.passScore} 分合格` },
          { label: '证书', value: row.certificate ?? '不发证书' },
          { label: '名单外的同事', value: row.walkIn ? '可以签到' : '不能签到' },
          { label: '创建', value: `${row.createdName ?? '—'} ${row.createTime.slice(0, 16)}` },
          { label: '内容', value: <span className="yy-training-words">{row.content ?? '—'}</span>, wide: true },
          { label: '资料', value: row.files.length > 0 ? papers.cell(row.files) : '没有上传', wide: true },
        ]}
      />
    </div>
  )
}

interface InsideProps {
  row: TrainingData
  onForm(form: FormRequest): void
}

function Inside({ row, onForm }: InsideProps) {
  const [part, setPart] = useState<Part>('people')
  const [typed, setTyped] = useState(false)
  const scores = row.can.includes('score')
  const shown = part === 'scores' && !scores ? 'people' : part
  return (
    <div className="yy-stack yy-gap-12">
      {row.cancelReason && (
        <p className="yy-training-strip" role="status">
          已取消：{row.cancelReason}
        </p>
      )}
      {row.state === TrainingState.is.DONE && (
        <p className="yy-training-strip" role="status">
          培训已结束，签到和成绩不能再改；确要修改请“重新打开”。
        </p>
      )}
      <KeyFigures
        figures={[
          { label: '应到', value: row.people, unit: '人' },
          {
            label: '已签到',
            value: row.signed,
            unit: '人',
            note: row.people === 0 ? '' : `${Math.round((row.signed / row.people) * 100)}%`,
          },
          { label: '合格', value: row.passed, unit: '人' },
          { label: '每人学时', value: row.creditHours },
        ]}
      />
      <CountTabs<Part>
        label="培训内容"
        tabs={[
          { value: 'people', label: '人员', count: row.people },
          ...(scores ? [{ value: 'scores' as const, label: '录入成绩' }] : []),
          { value: 'plan', label: '培训内容' },
        ]}
        value={shown}
        onChange={setPart}
      />
      {typed && shown !== 'scores' && <p className="yy-amber yy-no-margin">成绩里有未保存的内容。</p>}
      {shown === 'people' && <People row={row} onForm={onForm} />}
      {scores && (
        <div hidden={shown !== 'scores'}>
          <Scores row={row} onTyped={setTyped} />
        </div>
      )}
      {shown === 'plan' && <Plan row={row} />}
    </div>
  )
}

interface TrainingDrawerProps {
  trainingId: string | null
  onForm(form: FormRequest): void
  onClose(): void
}

export function TrainingDrawer({ trainingId, onForm, onClose }: TrainingDrawerProps) {
  const shown = useShown(trainingId)
  const of = useCall(training.calls.get, shown ? { trainingId: shown } : null)
  useEvent(training.events.changed, (told) => {
    if (told.trainingId === trainingId) void invalidate(training)
  })
  const { data } = of
  const can = (move: string) => data?.can.includes(move) ?? false
  const remove = async (row: TrainingData) => {
    if (await removeTraining(row)) onClose()
  }
  return (
    <DetailDrawer
      open={trainingId !== null}
      title={data?.title ?? '培训'}
      about={data && <StatusTag option={TrainingState.find(data.state)!} />}
      width={1360}
      of={of}
      what="培训"
      onClose={onClose}
      foot={
        data && (
          <DrawerFoot>
            {can('remove') && <Button onClick={() => void remove(data)}>删除培训</Button>}
            {can('cancel') && <Button onClick={() => void cancelTraining(data)}>取消培训</Button>}
            {can('reopen') && <Button onClick={() => void reopenTraining(data)}>重新打开</Button>}
            {can('edit') && <Button onClick={() => void editTraining(data.trainingId).then(onForm)}>修改培训</Button>}
            {can('sign') && (
              <Button icon={<MonitorUp size={15} aria-hidden />} onClick={() => openScreen(data)}>
                打开签到大屏
              </Button>
            )}
            {can('certificate') && (
              <Button icon={<Award size={15} aria-hidden />} onClick={() => void printCertificates(data)}>
                打印全部证书
              </Button>
            )}
            {can('start') && (
              <Button type="primary" onClick={() => void startTraining(data)}>
                开始签到
              </Button>
            )}
            {can('finish') && (
              <Button type="primary" onClick={() => void finishTraining(data)}>
                结束培训
              </Button>
            )}
          </DrawerFoot>
        )
      }
    >
      {(row) => <Inside key={row.trainingId} row={row} onForm={onForm} />}
    </DetailDrawer>
  )
}
