// Permissions explained, in two questions. Looks only; nothing here acts in anybody's name.
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { insight } from '#contract/platform/insight'
import { usePageParams, usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useCall } from '#web/kit/query'
import { RecordPicker } from './recordPicker.part.tsx'
import { RecordView } from './recordView.part.tsx'
import { UserView } from './userView.part.tsx'
import '#web/kit/shell/rail.css'
import './insight.css'

type Question = 'user' | 'record'

export default function Insight() {
  // ?userId= or ?type=&id= from elsewhere ask at once.
  const params = usePageParams<'userId' | 'type' | 'id'>()
  const [question, setQuestion] = usePageState<Question>('question', params.type && params.id ? 'record' : 'user')
  const [userId, setUserId] = usePageState<string | null>('userId', params.userId ?? null)
  const [record, setRecord] = usePageState<{ type: string; id: string | null }>('record', {
    type: params.type ?? '',
    id: params.id ?? null,
  })
  const kinds = useCall(insight.calls.kinds, {})
  const user = useCall(insight.calls.user, userId ? { userId, landingEndId: null } : null, { silent: true })
  const [fallback] = useState('room')
  const type = record.type || (kinds.data?.find((kind) => kind.type === fallback) ?? kinds.data?.[0])?.type || ''
  const kind = kinds.data?.find((one) => one.type === type)
  const found = useCall(insight.calls.record, record.id && type ? { type, id: record.id } : null, { silent: true })
  return (
    <div className="yy-insight yy-stack yy-gap-12">
      <section className="yy-card yy-insight-ask yy-row yy-wrap yy-pad-12-16">
        <Segmented<Question>
          options={[
            { value: 'user', label: '某人能看到什么' },
            { value: 'record', label: '谁能看到某条记录' },
          ]}
          value={question}
          onChange={setQuestion}
        />
        {question === 'user' ? (
          <RecordPicker
            key="user"
            type="user"
            placeholder="姓名、拼音首字母、账号或手机号"
            value={userId}
            known={user.data ? `${user.data.person.empName}（${user.data.person.userName}）` : undefined}
            onChange={setUserId}
          />
        ) : (
          <>
            <Select
              aria-label="记录类型"
              style={{ width: 130 }}
              value={type || undefined}
              options={(kinds.data ?? []).map((one) => ({ value: one.type, label: one.title }))}
              onChange={(next) => setRecord({ type: next, id: null })}
            />
            {type && (
              <RecordPicker
                key={type}
                type={type}
                placeholder={`查找${kind?.title ?? '记录'}`}
                value={record.id}
                known={found.data?.title}
                onChange={(id) => setRecord({ type, id })}
              />
            )}
          </>
        )}
        <span className="yy-push yy-second">只查看，不改动数据</span>
      </section>
      {question === 'user' &&
        (userId ? (
          <UserView key={userId} userId={userId} />
        ) : (
          <section className="yy-card">
            <Empty
              title="选一个人，看看他登录后是什么样"
              text="会列出他的菜单、每个按钮从哪个角色来、能看到哪些部门的数据，以及各个列表里有多少条。"
            />
          </section>
        ))}
      {question === 'record' &&
        (record.id && type ? (
          <RecordView key={`${type} ${record.id}`} type={type} id={record.id} />
        ) : (
          <section className="yy-card">
            <Empty
              title={`选一条${kind?.title ?? '记录'}，看看谁能看到它`}
              text="会列出每个人能看到的原因，以及只差部门、只差权限的人。"
            />
          </section>
        ))}
    </div>
  )
}
