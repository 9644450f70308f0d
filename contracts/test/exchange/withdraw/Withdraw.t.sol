// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";
import {RoyaltyERC721} from "../../base/PlainTokens.sol";

contract WithdrawTest is ExchangeBase {
    function test_SendsTheFees() public {
        buy(aSale(), 1);
        vm.prank(eve);
        exchange.withdraw();
        vm.assertEq(treasury.balance, 0.05 ether, "beneficiary");
        vm.assertEq(address(exchange).balance, 0, "nothing left");
    }

    function test_RevertGiven_NoFees() public {
        vm.expectRevert(abi.encodeWithSelector(IPayouts.PayoutNothingDue.selector, treasury));
        exchange.withdraw();
    }

    function test_LeavesCredits() public {
        HostilePayee payee = new HostilePayee();
        payee.set(Mood.Refuse);
        RoyaltyERC721 token = new RoyaltyERC721(address(payee), 500);
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        buy(aSale(address(token)), 1);
        exchange.withdraw();
        vm.assertEq(treasury.balance, 0.05 ether, "beneficiary");
        vm.assertEq(address(exchange).balance, 0.05 ether, "the credit stays");
    }

    function test_RevertGiven_TheBeneficiaryRefuses() public {
        HostilePayee payee = new HostilePayee();
        payee.set(Mood.Refuse);
        vm.prank(operator);
        exchange.setBeneficiary(address(payee));
        vm.warp(block.timestamp + 2 days);
        exchange.applyBeneficiary();
        buy(aSale(), 1);
        vm.expectRevert(abi.encodeWithSelector(IPayouts.PayoutRefused.selector, payee, 0.05 ether));
        exchange.withdraw();
    }
}
