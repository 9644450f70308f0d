// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, Sig} from "../../src/exchange/OrderTypes.sol";
import {IFees} from "../../src/fees/IFees.sol";
import {IPayouts} from "../../src/fees/IPayouts.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";
import {OldERC20} from "../base/Tokens.sol";

/// @notice A pay token that refuses the beneficiary of the fees.
contract BlockedBeneficiaryTest is ExchangeBase {
    OldERC20 private token;

    function setUp() public override {
        super.setUp();
        token = new OldERC20();
        token.give(bob, 100 ether);
        vm.prank(bob);
        token.approve(address(proxy), type(uint256).max);
        token.setBlocked(treasury);
    }

    function bid() private view returns (Order memory order) {
        order = aBid(address(nft));
        order.key.sellAsset.token = address(token);
    }

    function sale() private view returns (Order memory order) {
        order = aSale(address(royal));
        order.key.buyAsset = item(address(token), 0, 1);
    }

    /// [F-9]
    function test_F9_WhenABidIsAccepted() public {
        vm.expectEmit(address(exchange));
        emit IFees.TokenFeesHeld(address(token), 0.05 ether);
        accept(bid(), PRICE);
        vm.assertEq(token.balanceOf(alice), 0.975 ether, "the seller");
        vm.assertEq(token.balanceOf(bob), 100 ether - 1.025 ether, "the bidder pays the same");
        vm.assertEq(token.balanceOf(address(exchange)), 0.05 ether, "the fees wait");
    }

    /// [F-9]
    function test_F9_WhenASaleIsBought() public {
        buy(sale(), 1);
        vm.assertEq(token.balanceOf(alice), 0.925 ether, "the seller");
        vm.assertEq(token.balanceOf(carol), 0.05 ether, "the creator");
        vm.assertEq(token.balanceOf(address(exchange)), 0.05 ether, "the fees wait");
    }

    /// [F-9]
    function test_F9_WhenTheFeesAreWithdrawn() public {
        accept(bid(), PRICE);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "blocked"));
        exchange.withdrawTokens(address(token));
        vm.prank(operator);
        exchange.setBeneficiary(carol);
        vm.warp(block.timestamp + 2 days);
        exchange.applyBeneficiary();
        vm.expectEmit(address(exchange));
        emit IFees.TokenFeesWithdrawn(address(token), carol, 0.05 ether);
        exchange.withdrawTokens(address(token));
        vm.assertEq(token.balanceOf(carol), 0.05 ether, "the beneficiary of now");
        vm.assertEq(token.balanceOf(address(exchange)), 0, "none left");
    }

    /// [F-9]
    function test_F9_RevertWhen_NoFeesAreHeld() public {
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesNothingHeld.selector, token));
        exchange.withdrawTokens(address(token));
    }

    /// [F-9] A bidder cannot refuse the fee: its token may refuse the beneficiary, not the exchange as well.
    function test_F9_RevertWhen_TheTokenRefusesTheExchangeToo() public {
        token.setBlocked(address(exchange));
        acceptReverts(bid(), PRICE, abi.encodeWithSignature("Error(string)", "blocked"));
    }

    /// [F-9] Little gas never turns a fee that can be paid into one that is held.
    function testFuzz_F9_WhenGasIsScarce(uint256 gas_) public {
        Order memory order = aBid(address(nft));
        Sig memory sig = makerSig(BOB_KEY, order);
        gas_ = bound(gas_, 30_000, 700_000);
        vm.prank(alice);
        try exchange.exchange{gas: gas_}(order, sig, FEE, none(), PRICE, address(0)) {
            vm.assertEq(pay.balanceOf(treasury), 0.05 ether, "paid");
        } catch {
            vm.assertEq(pay.balanceOf(alice), 0, "nothing moved");
        }
        vm.assertEq(pay.balanceOf(address(exchange)), 0, "nothing held");
    }

    /// [F-9]
    function test_F9_RevertWhen_GasIsTooLow() public {
        Order memory order = aBid(address(nft));
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.prank(alice);
        (bool ok, bytes memory why) = address(exchange).call{gas: 200_000}(
            abi.encodeWithSelector(0x9cec6392, order, sig, FEE, none(), PRICE, address(0))
        );
        vm.assertTrue(!ok, "refused");
        vm.assertEq(bytes32(bytes4(why)), bytes32(IPayouts.PayoutGasTooLow.selector), "reason");
    }
}
