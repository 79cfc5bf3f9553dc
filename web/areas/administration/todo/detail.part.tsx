// One to-do beside the list: what it is, its steps, what happened to it, and room for a word.
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { type TodoDetailData, type TodoEntryData, todo } from '#contract/administration/todo'
import { TodoEntryKind, TodoPriority, TodoState } from '#contract/administration/todoWords'
import { archivePath } from '#web/areas/live/public'
import type { FormRequest } from '#web/kit/form/formOf'
import { allowedActions, type ListHandle, titleOf } from '#web/kit/list/acts'
import { openPage } from '#web/kit/open'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { Facts } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Timeline } from '#web/kit/parts/Timeline'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { actsOf } from './acts.ts'
import { dueText } from './words.ts'

const MOST = 500

const sentence = ({ kind, content, fromName, toName }: TodoEntryData) =>
  kind === 'HANDED' ? `${fromName} → ${toName}${content ? `，原因：${content}` : ''}` : (content ?? '')

function Steps({ row }: { row: TodoDetailData }) {
  const tick = useAct(todo.calls.tick)
  const may = row.can.includes('tick')
  return (
    <section className="yy-stack yy-gap-6">
      <h4 className="yy-heading yy-no-margin">
        步骤 {row.stepsDone} / {row.steps}
      </h4>
      <ul className="yy-plain-list yy-stack yy-gap-4">
        {row.stepRows.map((step) => (
          <li key={step.stepId} className="yy-todo-step">
            <Checkbox
              checked={step.doneAt !== null}
              disabled={!may || tick.running}
              onChange={(event) =>
                void tick.run({ todoId: row.todoId, stepId: step.stepId, done: event.target.checked })
              }
            >
              {step.title}
            </Checkbox>
            {step.doneAt && (
              <span className="yy-second yy-small">
                {step.doneName} {step.doneAt.slice(5, 16)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Comment({ todoId }: { todoId: string }) {
  const [said, setSaid] = useState('')
  const comment = useAct(todo.calls.comment, { onDone: () => setSaid('') })
  const send = () => {
    if (said.trim()) void comment.run({ todoId, content: said.trim() })
  }
  return (
    <div className="yy-stack yy-gap-8">
      <Input.TextArea
        aria-label="留言"
        placeholder="说明进展或问题，对方会收到消息"
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={MOST}
        value={said}
        onChange={(event) => setSaid(event.target.value)}
        onPressEnter={(event) => {
          if (event.ctrlKey || event.metaKey) send()
        }}
      />
      <span className="yy-flex yy-ends">
        <Button loading={comment.running} disabled={!said.trim()} onClick={send}>
          发送留言
        </Button>
      </span>
    </div>
  )
}

function Body({ row }: { row: TodoDetailData }) {
  return (
    <div className="yy-stack yy-gap-16">
      <Facts
        facts={[
          { label: '负责人', value: row.assigneeName },
          { label: '交办人', value: row.creatorName ?? `系统（${row.source ?? ''}）` },
          {
            label: '截止',
            value: (
              <span className={row.overdue ? 'yy-red yy-strong' : undefined}>
                {dueText(row)}
                {row.overdue && ' 已逾期'}
              </span>
            ),
          },
          { label: '紧急程度', value: TodoPriority.label(row.priority) },
          ...(row.oldmanId && row.oldmanName
            ? [
                {
                  label: '相关老人',
                  value: (
                    <button type="button" className="yy-link" onClick={() => openPage(archivePath(row.oldmanId!))}>
                      {row.oldmanName}
                    </button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {row.route && (
        <p className="yy-no-margin">
          这条待办来自“{row.source}”，办完后自动完成。
          <Button type="link" onClick={() => openPage(row.route!)}>
            去办理
          </Button>
        </p>
      )}
      {row.content && <p className="yy-no-margin yy-todo-content">{row.content}</p>}
      {row.steps > 0 && <Steps row={row} />}
      <section className="yy-stack yy-gap-8">
        <h4 className="yy-heading yy-no-margin">经过与留言</h4>
        <Comment todoId={row.todoId} />
        <Timeline
          entries={row.entries.toReversed().map((entry) => ({
            key: entry.entryId,
            family: TodoEntryKind.find(entry.kind)?.family ?? 'slate',
            kind: TodoEntryKind.label(entry.kind),
            time: entry.at.slice(0, 16),
            who: entry.userName,
            text: sentence(entry),
          }))}
        />
      </section>
    </div>
  )
}

interface DrawerProps {
  todoId: string | null
  onForm(form: FormRequest): void
  onClose(): void
}

/** Acts of the drawer open their forms by themselves. */
const NO_LIST = { openForm: () => undefined } as unknown as ListHandle

export function TodoDrawer({ todoId, onForm, onClose }: DrawerProps) {
  const shown = useShown(todoId)
  const may = useMay()
  const of = useCall(todo.calls.get, shown ? { todoId: shown } : null, { silent: true })
  const row = of.data
  const acts = row ? allowedActions(actsOf(onForm), row, may) : []
  return (
    <DetailDrawer
      open={todoId !== null}
      title={row?.title ?? '待办'}
      about={row && <StatusTag option={TodoState.find(row.state)!} />}
      what="待办"
      lines={8}
      of={of}
      none={<p className="yy-second">这条待办已经删除，或不再与您有关。</p>}
      asks={false}
      foot={
        acts.length > 0 && (
          <DrawerFoot>
            {acts.toReversed().map((act) => (
              <Button
                key={act.move}
                type={act.move === 'finish' ? 'primary' : 'default'}
                danger={act.danger === true}
                onClick={() => act.onClick?.(row!, NO_LIST)}
              >
                {titleOf(act, row!)}
              </Button>
            ))}
          </DrawerFoot>
        )
      }
      onClose={onClose}
    >
      {(data) => <Body row={data} />}
    </DetailDrawer>
  )
}
