/** What a payer's browser would return, for the simulators: their test card is in the clear. */
export const simulatedAppleToken = (card: string): string =>
  JSON.stringify({
    paymentData: {
      version: 'EC_v1',
      data: Buffer.from(`simulated:${card}`).toString('base64'),
      signature: 'c2lnbmVk',
      header: { publicKeyHash: 'aGFzaA==', ephemeralPublicKey: 'a2V5', transactionId: '00' },
    },
    paymentMethod: { displayName: 'Simulated', network: 'Visa', type: 'debit' },
    transactionIdentifier: '00',
  });

export const simulatedGoogleToken = (card: string): string =>
  JSON.stringify({
    protocolVersion: 'ECv1',
    signature: 'c2lnbmVk',
    signedMessage: `simulated:${card}`,
  });
