// To-dos of people, beside those that the areas count.
import { todo } from '#contract/administration/todo'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { waitingOf } from '#server/kit/waiting'
import { ledPeople, todoDetail, todoPeople } from './todoRead.ts'
import { countTodos, type StoredRow, shownRow, todoPlan } from './todoSql.ts'
import { MY_TODO } from './todoTodos.ts'
import { addTodo, commentTodo, handOn, moveDue, removeTodo, saveTodo, tickStep, turnTodo } from './todoWrite.ts'

export default implement(todo, {
  list: async (q, who) => {
    const found = await pageOfRows<StoredRow>(who.app.pool, todoPlan(who, q), q)
    return { ...found, list: found.list.map(shownRow) }
  },
  counts: (q, who) => countTodos(who, q),
  // One's own stand below, by themselves.
  areas: async (_, who) => (await waitingOf(who)).filter((one) => one.key !== MY_TODO),
  people: ({ keyword }, who) => todoPeople(who, keyword),
  lead: (_, who) => ledPeople(who),
  get: ({ todoId }, who) => todoDetail(who.app.pool, who, todoId),
  add: (input, who) => who.tx((tx) => addTodo(tx, who, input)),
  save: (input, who) => who.tx((tx) => saveTodo(tx, who, input)),
  start: ({ todoId, version }, who) =>
    who.tx((tx) => turnTodo(tx, who, todoId, { move: 'start', kind: 'STARTED', content: null, version })),
  finish: ({ todoId, note, version }, who) =>
    who.tx((tx) => turnTodo(tx, who, todoId, { move: 'finish', kind: 'DONE', content: note?.trim() || null, version })),
  cancel: ({ todoId, reason, version }, who) =>
    who.tx((tx) => turnTodo(tx, who, todoId, { move: 'cancel', kind: 'CANCELLED', content: reason.trim(), version })),
  reopen: ({ todoId, reason, version }, who) =>
    who.tx((tx) => turnTodo(tx, who, todoId, { move: 'reopen', kind: 'REOPENED', content: reason.trim(), version })),
  hand: (input, who) => who.tx((tx) => handOn(tx, who, input)),
  due: (input, who) => who.tx((tx) => moveDue(tx, who, input)),
  tick: (input, who) => who.tx((tx) => tickStep(tx, who, input)),
  comment: (input, who) => who.tx((tx) => commentTodo(tx, who, input)),
  remove: async ({ todoId }, who) => {
    await who.tx((tx) => removeTodo(tx, who, todoId))
    return null
  },
})
