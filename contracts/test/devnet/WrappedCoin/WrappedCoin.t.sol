// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DollarToken} from "../../../src/devnet/DollarToken.sol";
import {WrappedCoin} from "../../../src/devnet/WrappedCoin.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";
import {Test} from "../../base/Test.sol";
import {Vm} from "../../base/Vm.sol";

contract WrappedCoinTest is Test {
    WrappedCoin private wrapped = new WrappedCoin("Wrapped BNB", "WBNB");

    function test_WrapsAndUnwraps() public {
        vm.deal(bob, 10 ether);
        vm.startPrank(bob);
        vm.recordLogs();
        wrapped.deposit{value: 4 ether}();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs[1].topics[0], 0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c, "as WETH9 logs it");
        (bool sent,) = address(wrapped).call{value: 2 ether}("");
        vm.assertTrue(sent, "plain");
        vm.assertEq(wrapped.balanceOf(bob), 6 ether, "units");
        wrapped.withdraw(5 ether);
        vm.stopPrank();
        vm.assertEq(bob.balance, 9 ether, "coin");
        vm.assertEq(address(wrapped).balance, wrapped.totalSupply(), "one for one");
        vm.assertEq(wrapped.symbol(), "WBNB", "symbol");
        vm.assertEq(wrapped.decimals(), 18, "decimals");
    }

    function test_RevertWhen_MoreIsWithdrawnThanHeld() public {
        vm.deal(bob, 1 ether);
        vm.startPrank(bob);
        wrapped.deposit{value: 1 ether}();
        vm.expectRevert(
            abi.encodeWithSignature("ERC20InsufficientBalance(address,uint256,uint256)", bob, 1 ether, 1 ether + 1)
        );
        wrapped.withdraw(1 ether + 1);
        vm.stopPrank();
    }

    function test_RevertWhen_TheCallerRefusesCoin() public {
        HostilePayee payee = new HostilePayee();
        payee.act{value: 1 ether}(address(wrapped), abi.encodeCall(WrappedCoin.deposit, ()));
        payee.set(Mood.Refuse);
        vm.expectRevert(abi.encodeWithSelector(WrappedCoin.WrappedCoinRefused.selector, payee));
        payee.act(address(wrapped), abi.encodeCall(WrappedCoin.withdraw, (1 ether)));
        vm.assertEq(wrapped.balanceOf(address(payee)), 1 ether, "kept");
    }

    function testFuzz_OneForOne(uint96 put, uint96 moved, uint96 taken) public {
        moved = uint96(bound(moved, 0, put));
        taken = uint96(bound(taken, 0, moved));
        vm.deal(bob, put);
        vm.startPrank(bob);
        wrapped.deposit{value: put}();
        wrapped.transfer(eve, moved);
        vm.stopPrank();
        vm.prank(eve);
        wrapped.withdraw(taken);
        vm.assertEq(address(wrapped).balance, uint256(put) - taken, "coin held");
        vm.assertEq(wrapped.totalSupply(), uint256(put) - taken, "units");
    }

    function test_GivesDollars() public {
        DollarToken dollar = new DollarToken();
        vm.prank(eve);
        dollar.mint(bob, 5e6);
        vm.assertEq(dollar.balanceOf(bob), 5e6, "given");
        vm.assertEq(dollar.decimals(), 6, "decimals");
        vm.assertEq(dollar.symbol(), "PUSD", "symbol");
        vm.assertEq(dollar.name(), "Plinth Dollar", "name");
    }
}
