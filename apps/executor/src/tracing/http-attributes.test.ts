import { expect, it } from 'vitest'
import { httpClientAttributes } from './http-attributes.ts'

it.each([
  ['http://ada:key@shop.example/services/key?key#key', 'http://shop.example', 'shop.example', 80],
  ['https://shop.example', 'https://shop.example', 'shop.example', 443],
  ['https://shop.example:8443/?q', 'https://shop.example:8443', 'shop.example', 8443],
  ['http://[::1]:81/', 'http://[::1]:81', '[::1]', 81],
])('a call to %s is described by its origin alone', (uri, url, address, port) => {
  expect(httpClientAttributes({ uri, method: 'POST' })).toEqual({
    'http.request.method': 'POST',
    'url.full': url,
    'server.address': address,
    'server.port': port,
    'http.response.status_code': undefined,
    'http.request.resend_count': undefined,
  })
})

it('a call to what is no address is described by its method, and one that was redirected by how often', () => {
  expect(httpClientAttributes({ uri: 'no address', method: 'GET', statusCode: 200, redirects: 2 })).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'http.request.resend_count': 2,
  })
  expect(httpClientAttributes({ uri: '', method: 'GET', redirects: 0 })['http.request.resend_count']).toBeUndefined()
})

it('a call is described without what may be secret in its address', () => {
  const uri = 'https://user:password@shop.example/orders?key=secret#part'
  expect(httpClientAttributes({ uri, method: 'GET', statusCode: 200, redirects: 1 })).toEqual({
    'http.request.method': 'GET',
    'url.full': 'https://shop.example',
    'server.address': 'shop.example',
    'server.port': 443,
    'http.response.status_code': 200,
    'http.request.resend_count': 1,
  })
})
