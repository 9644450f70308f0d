// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchangeForms} from "../../src/exchange/IExchangeForms.sol";
import {Fill, Order} from "../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";
import {BurningFeeListERC721} from "../base/Tokens.sol";

/// @notice Burns the gas of every payment it receives.
contract Burner {
    receive() external payable {
        assembly {
            invalid()
        }
    }
}

/// @notice What a transaction takes at the worst that its sellers, creators and collections can do (EIP-7825: 16,777,216).
contract WorstGasTest is ExchangeBase {
    uint256 private constant MOST = 16_777_216;
    uint256 private constant LINES = 50;
    BurningFeeListERC721 private burning;

    function setUp() public override {
        super.setUp();
        burning = new BurningFeeListERC721();
        vm.prank(alice);
        burning.setApprovalForAll(address(proxy), true);
        for (uint256 i; i < 5; ++i) {
            burning.add(address(new Burner()), 200);
        }
    }

    function hostile(uint256 number) private returns (Order memory order) {
        order = aSale(address(burning));
        (order.key.salt, order.key.sellAsset.tokenId) = (saltOf(number), number);
        burning.give(alice, number);
    }

    /// [F-7] One fill with five creators that burn what they get.
    /// forge-config: default.isolate = true
    function test_F7_WhenEveryCreatorOfAPurchaseBurns() public {
        Order memory order = hostile(300);
        buy(order, 1);
        vm.assertLe(vm.lastCallGas().gasTotalUsed, 1_600_000, "one fill");
        vm.assertEq(burning.ownerOf(300), bob, "bought");
    }

    /// [F-7] The longest list of the market, all lines hostile: the sweep ends in time, and all that it owes is paid or credited.
    function test_F7_WhenEveryLineIsHostile() public {
        Fill[] memory list = new Fill[](LINES);
        for (uint256 i; i < LINES; ++i) {
            Order memory order = hostile(300 + i);
            list[i] = Fill(order, makerSig(ALICE_KEY, order), FEE, none(), 1);
        }
        vm.prank(bob);
        (bool ok, bytes memory answer) = address(exchange).call{value: LINES * 1.025 ether, gas: MOST - 200_000}(
            abi.encodeCall(IExchangeForms.sweep, (list, address(0), 1))
        );
        vm.assertTrue(ok, "in one transaction");
        bool[] memory done = abi.decode(answer, (bool[]));
        uint256 count;
        for (uint256 i; i < LINES; ++i) {
            if (done[i]) ++count;
        }
        vm.assertGe(count, 10, "many of them");
        vm.assertEq(bob.balance, 1000 ether - count * 1.025 ether, "paid for these");
        vm.assertEq(address(exchange).balance, count * 0.05 ether + exchange.totalClaimable(), "covered");
    }
}
