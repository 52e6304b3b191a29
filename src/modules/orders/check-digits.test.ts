import { expect, test } from 'vitest';

import { numberQuestion } from './carriers.ts';

test.each([
  ['UPS', '1Z5R89390357567127', '1Z879E930346834440', '1Z410E7W0392751591', '1Z8V92A70367203024'],
  ['FedEx', '986578788855', '477179081230', '799531274483', '790535312317'],
  ['FedEx', '041441760228964', '568283610012000', '9611020987654312345672', '9261292700768711948021'],
  ['FedEx', '1001921334250001000300779017972697', '9622001560001234567100794808390594'],
  ['USPS', '03071790000523483741', '71123456789123456787', '71969010756003077385', '9505511069605048600624'],
  ['USPS', '92748931507708513018050063', '9400111201080805483016', '9405803699300124287899', 'RB123456785US'],
  ['Canada Post', '0073938000549297', 'RB123456785CA'],
  ['DHL', '3318810025', '8487135506', '3318810036'],
  ['Royal Mail', 'RB123456785GB'],
  ['Australia Post', 'RB123456785AU'],
])('numbers that %s issued raise no question, and with another digit they do: %s', (carrier, ...numbers) => {
  for (const number of numbers) {
    expect(numberQuestion(carrier, number), number).toBeNull();
    const at = number.length - 4;
    const wrong = `${number.slice(0, at)}${(Number(number[at]) + 1) % 10}${number.slice(at + 1)}`;
    expect(numberQuestion(carrier, wrong), wrong).toBe('check_digit');
  }
});

test.each([
  ['USPS', '3071790000523483741'],
  ['Canada Post', '73938000549297'],
  ['FedEx', '41441760228964'],
])('%s %s is asked about, because a spreadsheet dropped its zeros', (carrier, number) => {
  expect(numberQuestion(carrier, number)).toBe('zeros_missing');
});

test.each([
  ['UPS', '1Z999'],
  ['UPS', 'T1234567890'],
  ['Pigeon Post', '1Z999AA10123456785'],
  ['', '1Z999AA10123456785'],
  ['DPD', '15501234567890'],
  ['Royal Mail', '1234567890ABCDEF'],
])('%s %s has no check digit and raises no question', (carrier, number) => {
  expect(numberQuestion(carrier, number)).toBeNull();
});
