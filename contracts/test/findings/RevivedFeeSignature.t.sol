// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, Sig} from "../../src/exchange/OrderTypes.sol";
import {IFees} from "../../src/fees/IFees.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";

/// @notice What a removed fee signer signed never counts again: he can't come back in the same epoch or a later one.
contract RevivedFeeSignatureTest is ExchangeBase {
    function test_ARemovedSignerStaysRemoved() public {
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        Sig memory leaked = feeSig(FEE_KEY, order, 0);
        vm.startPrank(operator);
        exchange.removeFeeSigner(feeSigner);
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesSignerExists.selector, feeSigner));
        exchange.addFeeSigner(feeSigner);
        vm.stopPrank();
        vm.warp(block.timestamp + 3650 days);
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, feeSigner));
        vm.prank(bob);
        exchange.exchange{value: PRICE}(order, sig, 0, leaked, 1, address(0));
    }
}
