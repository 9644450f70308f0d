// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";
import {RoyaltyERC721} from "../../base/PlainTokens.sol";

contract ClaimTest is ExchangeBase {
    HostilePayee private payee;

    /// A sale whose creator refused its 0.05.
    function setUp() public override {
        super.setUp();
        payee = new HostilePayee();
        payee.set(Mood.Refuse);
        RoyaltyERC721 token = new RoyaltyERC721(address(payee), 500);
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        Order memory order = aSale(address(token));
        buy(order, 1);
    }

    function test_WhenTheAccountCalls() public {
        payee.act(address(exchange), abi.encodeCall(IPayouts.claim, (address(payee), eve)));
        vm.assertEq(eve.balance, 0.05 ether, "paid elsewhere");
        vm.assertEq(exchange.claimable(address(payee)), 0, "no credit left");
        vm.assertEq(exchange.totalClaimable(), 0, "no credits left");
        vm.assertEq(address(exchange).balance, 0.05 ether, "the fees stay");
    }

    function test_WhenAnybodyPushes() public {
        payee.set(Mood.Calm);
        vm.prank(eve);
        exchange.claim(address(payee), address(payee));
        vm.assertEq(address(payee).balance, 0.05 ether, "paid");
    }

    function test_RevertWhen_AThirdAccountClaims() public {
        vm.expectRevert(abi.encodeWithSelector(IPayouts.PayoutCallerNotAccount.selector, eve, payee));
        vm.prank(eve);
        exchange.claim(address(payee), eve);
    }

    function test_RevertGiven_NothingWaits() public {
        vm.expectRevert(abi.encodeWithSelector(IPayouts.PayoutNothingDue.selector, eve));
        vm.prank(eve);
        exchange.claim(eve, eve);
    }

    function test_RevertWhen_ToRefuses() public {
        vm.expectRevert(abi.encodeWithSelector(IPayouts.PayoutRefused.selector, payee, 0.05 ether));
        exchange.claim(address(payee), address(payee));
        vm.assertEq(exchange.claimable(address(payee)), 0.05 ether, "kept");
    }

    function test_WhenToReenters() public {
        payee.set(Mood.Calm);
        payee.reenter(exchange, abi.encodeCall(IPayouts.claim, (address(payee), address(payee))));
        exchange.claim(address(payee), address(payee));
        vm.assertTrue(!payee.entered(), "guarded");
        vm.assertEq(address(payee).balance, 0.05 ether, "paid once");
    }

    /// The fees of the sale wait, so only the guard is in the way.
    function test_WhenToWithdraws() public {
        payee.set(Mood.Calm);
        payee.reenter(exchange, abi.encodeCall(IPayouts.withdraw, ()));
        exchange.claim(address(payee), address(payee));
        vm.assertTrue(!payee.entered(), "guarded");
        vm.assertEq(address(exchange).balance, 0.05 ether, "the fees stay");
    }

    /// What waits for an account can't be paid from inside a sale.
    function test_WhenClaimedInsideASale() public {
        payee.set(Mood.Calm);
        HostilePayee creator = new HostilePayee();
        RoyaltyERC721 token = new RoyaltyERC721(address(creator), 500);
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        creator.reenter(exchange, abi.encodeCall(IPayouts.claim, (address(payee), address(payee))));
        Order memory order = aSale(address(token));
        order.key.salt = saltOf(6);
        buy(order, 1);
        vm.assertTrue(!creator.entered(), "guarded");
        vm.assertEq(exchange.claimable(address(payee)), 0.05 ether, "still waits");
        vm.assertEq(address(creator).balance, 0.05 ether, "the creator is paid");
    }
}
