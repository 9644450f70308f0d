// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, Sig} from "../../src/exchange/OrderTypes.sol";
import {IFees} from "../../src/fees/IFees.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";

/// @notice What a removed fee signer signed never counts again: it can't come back in the same epoch or a later one.
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

    /// @dev As a signer makes it that knows which epoch comes next.
    function feeSigAhead(Order memory order) private view returns (Sig memory) {
        bytes32 word = keccak256("BuyerFee(bytes32 order,uint256 buyerFee,uint256 feeEpoch)");
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Plinth Exchange"),
                keccak256("1"),
                block.chainid,
                address(exchange)
            )
        );
        bytes32 ahead = keccak256(abi.encode(word, exchange.hashOrder(order), 0, exchange.feeEpoch() + 1));
        return signed(FEE_KEY, keccak256(abi.encodePacked(hex"1901", domain, ahead)));
    }

    function buyWith(Order memory order, Sig memory fee) private {
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.prank(bob);
        exchange.exchange{value: PRICE}(order, sig, 0, fee, 1, address(0));
    }

    /// A known limit (decision 21a): an epoch ends the signatures of an honest signer.
    function test_WhenItIsForTheNextEpoch() public {
        Order memory order = aSale();
        Sig memory ahead = feeSigAhead(order);
        vm.prank(operator);
        exchange.raiseFeeEpoch();
        buyWith(order, ahead);
        vm.assertEq(nft.ownerOf(1), bob, "bought without a fee");
    }

    /// What ends a leaked key, in every epoch.
    function test_RevertGiven_TheSignerOfTheNextEpochIsRemoved() public {
        Order memory order = aSale();
        Sig memory ahead = feeSigAhead(order);
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.startPrank(operator);
        exchange.raiseFeeEpoch();
        exchange.removeFeeSigner(feeSigner);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, feeSigner));
        vm.prank(bob);
        exchange.exchange{value: PRICE}(order, sig, 0, ahead, 1, address(0));
    }
}
