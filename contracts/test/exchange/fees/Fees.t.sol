// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {IOwnable} from "../../base/IOwnable.sol";

contract FeesTest is ExchangeBase {
    modifier asOperator() {
        vm.startPrank(operator);
        _;
    }

    /// [SOL-40]
    function test_RevertWhen_CallerIsNotTheOwner() public {
        bytes[9] memory calls = [
            abi.encodeCall(IFees.setBuyerFee, (1)),
            abi.encodeCall(IFees.setBeneficiary, (eve)),
            abi.encodeCall(IFees.setMinimumSellerFee, (1)),
            abi.encodeCall(IFees.addFeeSigner, (eve)),
            abi.encodeCall(IFees.removeFeeSigner, (feeSigner)),
            abi.encodeCall(IFees.raiseFeeEpoch, ()),
            abi.encodeCall(IFees.pause, (1)),
            abi.encodeCall(IFees.unpause, ()),
            abi.encodeCall(IOwnable.transferOwnership, (eve))
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(eve);
            (bool ok, bytes memory why) = address(exchange).call(calls[i]);
            vm.assertTrue(!ok, "refused");
            vm.assertEq(keccak256(why), keccak256(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", eve)), "why");
        }
    }

    function test_BuyerFeeCountsAfterTheDelay() public asOperator {
        exchange.setBuyerFee(100);
        uint256 from = block.timestamp + 2 days;
        vm.assertEq(exchange.buyerFee(), FEE, "not yet");
        (uint256 next, uint256 when) = exchange.nextBuyerFee();
        vm.assertEq(next, 100, "scheduled");
        vm.assertEq(when, from, "when");
        vm.warp(from - 1);
        vm.assertEq(exchange.buyerFee(), FEE, "a second before");
        vm.warp(from);
        vm.assertEq(exchange.buyerFee(), 100, "by itself");
        (next,) = exchange.nextBuyerFee();
        vm.assertEq(next, 0, "none waits");
        vm.stopPrank();
        buyReverts(aSale(), 1, abi.encodeWithSelector(IFees.FeesBuyerFeeNotDefault.selector, FEE, 100));
    }

    /// A second change keeps what the first one made the fee of now.
    function test_BuyerFeeChangesTwice() public asOperator {
        exchange.setBuyerFee(100);
        vm.warp(block.timestamp + 2 days);
        exchange.setBuyerFee(300);
        vm.assertEq(exchange.buyerFee(), 100, "first");
        vm.warp(block.timestamp + 2 days);
        vm.assertEq(exchange.buyerFee(), 300, "second");
    }

    function test_RevertWhen_AFeeIsAboveTheCap() public asOperator {
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesAboveCap.selector, 1001, 1000));
        exchange.setBuyerFee(1001);
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesAboveCap.selector, 1001, 1000));
        exchange.setMinimumSellerFee(1001);
    }

    /// [SOL-18]
    function test_BeneficiaryChangesAfterTheDelay() public asOperator {
        exchange.setBeneficiary(eve);
        uint256 from = block.timestamp + 2 days;
        (address next, uint256 when) = exchange.nextBeneficiary();
        vm.assertEq(next, eve, "scheduled");
        vm.assertEq(when, from, "when");
        vm.warp(from - 1);
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesChangeNotDue.selector, from));
        exchange.applyBeneficiary();
        vm.assertEq(exchange.beneficiary(), treasury, "not yet");
        vm.warp(from);
        vm.stopPrank();
        exchange.applyBeneficiary();
        vm.assertEq(exchange.beneficiary(), eve, "applied");
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesChangeMissing.selector));
        exchange.applyBeneficiary();
    }

    function test_RevertWhen_TheBeneficiaryIsZero() public asOperator {
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesBeneficiaryZero.selector));
        exchange.setBeneficiary(address(0));
    }

    function test_MinimumSellerFeeChangesAfterTheDelay() public asOperator {
        exchange.setMinimumSellerFee(300);
        uint256 from = block.timestamp + 2 days;
        (uint256 next, uint256 when) = exchange.nextMinimumSellerFee();
        vm.assertEq(next, 300, "scheduled");
        vm.assertEq(when, from, "when");
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesChangeNotDue.selector, from));
        exchange.applyMinimumSellerFee();
        vm.warp(from);
        exchange.applyMinimumSellerFee();
        vm.assertEq(exchange.minimumSellerFee(), 300, "applied");
        vm.stopPrank();
        buyReverts(aSale(), 1, abi.encodeWithSelector(IFees.FeesSellerFeeBelowMinimum.selector, FEE, 300));
    }

    /// [SOL-19]
    function test_SignerCountsAfterTheDelay() public asOperator {
        exchange.addFeeSigner(eve);
        vm.stopPrank();
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        Sig memory fees = feeSig(EVE_KEY, order, 0);
        vm.warp(block.timestamp + 2 days - 1);
        vm.assertTrue(!exchange.isFeeSigner(eve), "not yet");
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, eve));
        vm.prank(bob);
        exchange.exchange{value: PRICE}(order, sig, 0, fees, 1, address(0));
        vm.warp(block.timestamp + 1);
        vm.assertTrue(exchange.isFeeSigner(eve), "now");
        vm.prank(bob);
        exchange.exchange{value: PRICE}(order, sig, 0, fees, 1, address(0));
    }

    function test_SignerIsRemovedAtOnce() public asOperator {
        exchange.removeFeeSigner(feeSigner);
        vm.assertTrue(!exchange.isFeeSigner(feeSigner), "gone");
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesSignerMissing.selector, feeSigner));
        exchange.removeFeeSigner(feeSigner);
    }

    function test_RevertWhen_TheSignerIsZeroOrKnown() public asOperator {
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesSignerZero.selector));
        exchange.addFeeSigner(address(0));
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesSignerExists.selector, feeSigner));
        exchange.addFeeSigner(feeSigner);
    }

    function test_EpochRisesAndEnds() public asOperator {
        for (uint256 i = 1; i <= 255; ++i) {
            exchange.raiseFeeEpoch();
            vm.assertEq(exchange.feeEpoch(), i, "epoch");
        }
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        exchange.raiseFeeEpoch();
    }

    function test_PauseIsShort() public asOperator {
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesPauseTooLong.selector, 24 hours + 1, 24 hours));
        exchange.pause(24 hours + 1);
        exchange.pause(24 hours);
        vm.assertEq(exchange.pausedUntil(), block.timestamp + 24 hours, "until");
        exchange.unpause();
        vm.assertEq(exchange.pausedUntil(), 0, "ended");
        vm.stopPrank();
        buy(aSale(), 1);
    }

    /// [SOL-41]
    function test_OwnershipPassesInTwoSteps() public asOperator {
        IOwnable owned = IOwnable(address(exchange));
        owned.transferOwnership(eve);
        vm.assertEq(owned.owner(), operator, "not yet");
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", bob));
        vm.prank(bob);
        owned.acceptOwnership();
        vm.prank(eve);
        owned.acceptOwnership();
        vm.assertEq(owned.owner(), eve, "accepted");
    }

    function test_RevertWhen_OwnershipIsRenounced() public asOperator {
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesOwnerNeeded.selector));
        IOwnable(address(exchange)).renounceOwnership();
    }

    /// [SOL-41]
    function test_RevertWhen_DeployedWithoutOwner() public {
        address[] memory signers = new address[](0);
        vm.expectRevert(abi.encodeWithSignature("OwnableInvalidOwner(address)", address(0)));
        vm.deployCode("contracts/artifacts/Exchange.json", abi.encode(address(0), proxy, treasury, signers, FEE, FEE, address(0)));
    }
}
