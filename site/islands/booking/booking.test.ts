import { describe, expect, it } from 'vitest';
import type { ProviderBooking } from '#domain/booking.ts';
import { readPrefill } from '../../lead/prefill.ts';
import { bookingFrameUrl, frameGreeting, readFrameMessage, visitorPage } from './booking.ts';

const calendly: ProviderBooking = { way: 'calendly', page: 'https://calendly.com/x/15min' };
const cal: ProviderBooking = { way: 'cal', page: 'https://cal.com/x/15min' };

describe('booking', () => {
  it('prefills name and e-mail when present', () => {
    expect(visitorPage(calendly, {})).toBe('https://calendly.com/x/15min');
    const url = new URL(visitorPage(cal, { name: 'Anne & <b>', email: 'a+b@exemple.ch' }));
    expect(Object.fromEntries(url.searchParams)).toEqual({ name: 'Anne & <b>', email: 'a+b@exemple.ch' });
  });

  it.each([
    [calendly, 'utm_content=abc-_1'],
    [cal, 'metadata%5Bref%5D=abc-_1'],
  ])('hands the reference to the lead over as the provider of %j sends it back', (booking, parameter) => {
    for (const address of [
      visitorPage(booking, {}, 'abc-_1'),
      bookingFrameUrl(booking, {}, 'x.ch', 'abc-_1'),
    ])
      expect(address).toContain(`?${parameter}`);
  });

  it('tells the provider which site frames it', () => {
    expect(bookingFrameUrl(calendly, {}, 'exemple.ch')).toBe(
      'https://calendly.com/x/15min?embed_domain=exemple.ch&embed_type=Inline',
    );
    expect(bookingFrameUrl(cal, {}, 'exemple.ch')).toBe(
      'https://cal.com/x/15min/embed?embed_domain=exemple.ch',
    );
  });

  it.each([
    [calendly, { event: 'calendly.event_scheduled' }, 'booked'],
    [calendly, { event: 'calendly.profile_page_viewed' }, 'alive'],
    [calendly, { event: 'event_scheduled' }, undefined],
    [calendly, 'calendly.event_scheduled', undefined],
    [cal, { originator: 'CAL', type: 'bookingSuccessfulV2' }, 'booked'],
    [cal, { originator: 'CAL', type: '__iframeReady' }, 'alive'],
    [cal, { type: 'bookingSuccessfulV2' }, undefined],
    [cal, null, undefined],
  ])('reads a frame’s message', (booking, data, news) => expect(readFrameMessage(booking, data)).toBe(news));

  it('greets the frame that waits for it', () => {
    expect(frameGreeting(calendly)).toBeUndefined();
    expect(frameGreeting(cal)).toEqual({ originator: 'CAL', method: 'parentKnowsIframeReady' });
  });
});

describe('readPrefill', () => {
  it('reads what a lead could have', () => {
    expect(readPrefill('?name=Zo%C3%AB&email=z%40exemple.ch')).toEqual({
      name: 'Zoë',
      email: 'z@exemple.ch',
    });
    expect(readPrefill('?name=%3Cimg%20src%3Dx%3E')).toEqual({ name: '<img src=x>' });
  });

  it.each([
    '',
    '?name=&email=',
    '?name=%20%20',
    `?name=${'n'.repeat(10_000)}`,
    '?name=%E9%E8',
    '?name=a%00b',
    '?email=sans-arobase',
    `?email=${'e'.repeat(10_000)}%40x.ch`,
  ])('leaves out what no lead could have', (search) => expect(readPrefill(search)).toEqual({}));
});
