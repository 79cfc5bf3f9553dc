// A state machine is a table and a pure function. The server locks the row, asks the machine, and writes row,
// log and event in one transaction; the answer carries `can`, and the buttons follow it.
import { Refusal } from './refusal.ts'

export interface Move<S> {
  from: readonly S[]
  to: S | readonly S[]
  /** The act in words, for the refusal: 不能“…”. */
  title: string
  /** The permission expression of the act. */
  needs?: string
}

export interface Machine<S, M extends string> {
  moves: Readonly<Record<M, Move<S>>>
  /** The moves possible from a state for whoever `may` do them. */
  can(state: S, may: (needs: string) => boolean): M[]
  /** The state a move leads to, or a refusal that names the present state. */
  next(state: S, move: M, label: (state: S) => string): S
}

export const machine =
  <S extends string | number>() =>
  <const M extends string>(moves: Record<M, Move<S>>): Machine<S, M> => ({
    moves,
    can: (state, may) =>
      (Object.keys(moves) as M[]).filter((name) => {
        const move = moves[name]
        return move.from.includes(state) && (move.needs === undefined || may(move.needs))
      }),
    next: (state, name, label) => {
      const move = moves[name]
      if (!move.from.includes(state)) {
        throw new Refusal('STATE_NOT_ALLOWED', { state: label(state), act: move.title })
      }
      return Array.isArray(move.to) ? (move.to[0] as S) : (move.to as S)
    },
  })
