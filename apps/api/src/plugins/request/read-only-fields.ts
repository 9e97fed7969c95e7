import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/**
 * What a GET gives can be sent back: fields that only responses have, such as `status` or `passwordSet`, are left out of the
 * body of a save before its schema sees it. Fields that nothing has are still rejected.
 */
export const dropReadOnlyFields = (app: FastifyInstance) => {
  app.addHook('preValidation', async (request) => {
    const { schema, config } = request.routeOptions
    if (config.reads === undefined || !(schema?.body instanceof z.ZodType)) return
    rejectOtherObject(request.body, request.params)
    request.body = writable(request.body, [config.reads], [schema.body])
  })
}

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined

const hasKey = (params: unknown) => typeof params === 'object' && params !== null && 'key' in params

/** What was read of one object would overwrite another. */
const rejectOtherObject = (body: unknown, params: unknown) => {
  const id = idOf(body)
  // A key names the object as well, whatever its id.
  if (id === undefined || Object.values(params ?? {}).includes(id) || hasKey(params)) return
  throw new AppError('MALFORMED', 'The body and the address name different objects.')
}

/** What a GET gives as a save takes it. */
export const withoutReadOnly = (value: unknown, view: z.ZodType, input: z.ZodType): unknown =>
  writable(value, [view], [input])

/** The value without what the views have and the inputs do not. */
const writable = (value: unknown, views: z.ZodType[], inputs: z.ZodType[]): unknown => {
  if (Array.isArray(value)) {
    const [viewItems, inputItems] = [views.flatMap(itemsOf), inputs.flatMap(itemsOf)]
    return viewItems.length === 0 ? value : value.map((item: unknown) => writable(item, viewItems, inputItems))
  }
  if (typeof value !== 'object' || value === null) return value
  const [viewShapes, inputShapes] = [views.flatMap(shapesOf), inputs.flatMap(shapesOf)]
  if (viewShapes.length === 0 || inputShapes.length === 0) return value
  const kept: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const [inViews, inInputs] = [membersOf(viewShapes, name), membersOf(inputShapes, name)]
    if (inInputs.length > 0 || inViews.length === 0) kept.push([name, writable(member, inViews, inInputs)])
  }
  return Object.fromEntries(kept)
}

type Shape = Readonly<Record<string, unknown>>

const membersOf = (shapes: readonly Shape[], name: string): z.ZodType[] =>
  shapes.flatMap((shape) => {
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined
    return member instanceof z.ZodType ? [member] : []
  })

/** The schemas behind what may be absent, null, defaulted, transformed, or one of several. */
const alternativesOf = (schema: unknown): unknown[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return alternativesOf(schema.unwrap())
  }
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out].flatMap(alternativesOf)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(alternativesOf)
  return [schema]
}

const shapesOf = (schema: z.ZodType): Shape[] =>
  alternativesOf(schema).flatMap((one) => (one instanceof z.ZodObject ? [one.shape] : []))

const itemsOf = (schema: z.ZodType): z.ZodType[] =>
  alternativesOf(schema).flatMap((one) =>
    one instanceof z.ZodArray && one.element instanceof z.ZodType ? [one.element] : [],
  )
